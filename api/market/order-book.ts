/** `GET /v1/orderbook`: the book as it stands, one row per price (decisions section 6, "Levels"). */
import type { RequestHandler } from 'express';
import type { BookId } from '../../domain/instruments';
import type { Region } from '../../domain/regions';
import type { OrderBooks } from '../../engine/book';
import type { Levels } from '../../engine/depth';
import { readQuery } from '../middleware/body';
import { type TaggedText, sendText, taggedText } from '../middleware/cacheable';
import { fromRedis } from '../middleware/redis-away';
import { orderBookQuerySchema } from '../schemas/market';
import { type BookView, type ViewRegion, snapshotBody, viewOfLevels } from '../stream/book-view';
import { BookMemory } from './book-memory';

/** What reading a view takes. */
export interface ViewDeps {
  readonly books: OrderBooks;
  /** Rebuilds a book that lost its memory, unless nobody ever rested an order in it. */
  readonly reopenKnown: (book: BookId) => Promise<boolean>;
}

export function orderBookHandler(deps: ViewDeps): RequestHandler {
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
  deps: ViewDeps,
  book: BookId,
  region: ViewRegion,
): Promise<BookView> {
  const levels = await readOpened(deps, book, region === 'any' ? null : region);
  return viewOfLevels(levels, Date.now());
}

/** @param limit levels of each side, at most */
export async function readOpened(
  { books, reopenKnown }: ViewDeps,
  book: BookId,
  region: Region | null,
  limit = Infinity,
): Promise<Levels> {
  const levels = await read(books, book, region, limit);
  if (levels.epoch > 0 || !(await reopenKnown(book))) return levels;
  return read(books, book, region, limit);
}

function read(
  books: OrderBooks,
  book: BookId,
  region: Region | null,
  limit: number,
): Promise<Levels> {
  return fromRedis(books.functions.redis, () => books.levels({ book, region, limit }));
}
