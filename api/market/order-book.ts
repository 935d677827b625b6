/** `GET /v1/orderbook`: the current book, one row per price (DATA-2). */
import type { BookId } from '../../domain/instruments';
import type { Levels } from '../../engine/depth';
import { type TaggedText, sendText, taggedText } from '../middleware/cacheable';
import { type BookView, type ViewRegion, requestedView, viewOfLevels } from '../stream/book-view';
import type { BookViews } from '../stream/book-views';
import type { Snapshot } from '../stream/messages';
import { type BookReadDeps, readCurrent } from '../../exchange/books/current-read';
import type { RouteHandler } from '../routes/declared-route';
import type { marketDataRoutes } from '../routes/market-data';

const NOTHING: Levels = { asks: [], bids: [], sequence: 0, epoch: 0 };

/** The views that the relay reports to this gateway. */
export interface ViewDeps {
  readonly views: BookViews;
}

export function orderBookHandler({
  views,
}: ViewDeps): RouteHandler<typeof marketDataRoutes.getOrderBook> {
  const texts = new WeakMap<Snapshot, TaggedText>();
  return async (req, res, { query }) => {
    const { book, region } = requestedView(query);
    const snapshot = await views.view(book, region);
    const text = texts.get(snapshot) ?? taggedText(snapshot.body, 'timestamp');
    texts.set(snapshot, text);
    await sendText(req, res, text, 'no-cache');
  };
}

/**
 * Reads a view from the engine. A book that lost its data is rebuilt first; a book that never had
 * an order is empty.
 * @throws Failure `service_unavailable` when Redis is unavailable
 */
export async function readView(
  deps: BookReadDeps,
  book: BookId,
  region: ViewRegion,
): Promise<BookView> {
  const levels = await readCurrent(deps, book, async () => {
    const read = await deps.books.levels({ book, region: region === 'any' ? null : region });
    return read.epoch > 0 ? read : null;
  });
  return viewOfLevels(levels ?? NOTHING, Date.now());
}
