/** `GET /v1/orderbook`: the book as it stands, one row per price (decisions section 6, "Levels"). */
import type { RequestHandler } from 'express';
import type { BookId } from '../../domain/instruments';
import type { Region } from '../../domain/regions';
import type { Levels } from '../../engine/depth';
import { readQuery } from '../middleware/body';
import { type TaggedText, sendText, taggedText } from '../middleware/cacheable';
import { orderBookQuerySchema } from '../schemas/market';
import { type BookView, type ViewRegion, snapshotBody, viewOfLevels } from '../stream/book-view';
import { BookMemory } from './book-memory';
import { type VouchDeps, readVouched } from './vouched-read';

export function orderBookHandler(deps: VouchDeps): RequestHandler {
  const memory = new BookMemory<TaggedText>(deps.books);
  return async (req, res) => {
    const {
      model_id: modelId,
      region = 'any',
      tenor = 'spot',
    } = readQuery(req, orderBookQuerySchema);
    const book = { modelId, tenor };
    const answer = await memory.recall(book, region, async () => {
      const view = await readView(deps, book, region);
      return taggedText(snapshotBody(book, region, view), 'timestamp');
    });
    sendText(req, res, { ...answer, cacheControl: 'no-cache' });
  };
}

/**
 * Reads a view from the engine. A book that lost its memory is rebuilt first; one that nobody ever
 * rested an order in is empty.
 * @throws Failure `service_unavailable` when Redis is away
 */
export async function readView(
  deps: VouchDeps,
  book: BookId,
  region: ViewRegion,
): Promise<BookView> {
  const levels = await readOpened(deps, book, region === 'any' ? null : region);
  return viewOfLevels(levels, Date.now());
}

/** @throws Failure `service_unavailable` when Redis is away, or the book stays closed */
export async function readOpened(
  deps: VouchDeps,
  book: BookId,
  region: Region | null,
): Promise<Levels> {
  const levels = await readVouched(deps, book, async () => {
    const read = await deps.books.levels({ book, region });
    return read.epoch > 0 ? read : null;
  });
  return levels ?? { asks: [], bids: [], sequence: 0, epoch: 0 };
}
