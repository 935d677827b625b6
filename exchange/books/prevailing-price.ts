/**
 * The default ceiling of a bid that states none (PRICE-8): the mid price of the view in which it
 * may match, or, without bids that count, the higher of the best ask and the list price. A bid that
 * costs next to nothing must not decide for everybody: it counts from the lot on, near the best ask.
 */
import type { Catalog } from '../../config/catalog';
import type { BookId } from '../../domain/instruments';
import type { Region } from '../../domain/regions';
import { type BookReadDeps, readCurrent } from './current-read';

export interface PriceDeps extends BookReadDeps {
  readonly catalog: Catalog;
}

export interface PriceView {
  readonly region: Region | null;
  readonly sellerId: string | null;
  readonly excludedSellerIds: readonly string[];
  readonly onlySellerIds?: readonly string[] | undefined;
}

interface Best {
  readonly epoch: number;
  readonly askScale8: bigint | null;
  readonly bidScale8: bigint | null;
}

/** @throws Failure `service_unavailable` when Redis is unavailable or the book remains closed */
export async function prevailingPriceScale8(
  deps: PriceDeps,
  book: BookId,
  view: PriceView,
): Promise<bigint> {
  const best = await readCurrent(deps, book, () => readBest(deps, book, view));
  const { askScale8 = null, bidScale8 = null } = best ?? {};
  if (askScale8 !== null && bidScale8 !== null && isNear(bidScale8, askScale8)) {
    return (askScale8 + bidScale8 + 1n) / 2n;
  }
  const list = deps.catalog.instrument(book.modelId)?.listPriceScale8 ?? 1n;
  return askScale8 !== null && askScale8 > list ? askScale8 : list;
}

/** Within a quarter of the ask. */
function isNear(bidScale8: bigint, askScale8: bigint): boolean {
  return 4n * bidScale8 >= 3n * askScale8;
}

/** Both sides in one epoch; null while the book is closed. */
async function readBest(
  { books, catalog }: PriceDeps,
  book: BookId,
  view: PriceView,
): Promise<Best | null> {
  const quantityMinTokens = catalog.lotTokens(book.modelId);
  const [ask, bid] = await Promise.all([
    books.best({ book, ...view }),
    books.bestBid({ book, region: view.region, quantityMinTokens }),
  ]);
  if (!ask || ask.epoch !== bid?.epoch) return null;
  return {
    epoch: ask.epoch,
    askScale8: ask.ask?.priceScale8 ?? null,
    bidScale8: bid.priceScale8,
  };
}
