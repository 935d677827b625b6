/** `GET /v1/orderbook`: the book as it stands, one row per price (decisions section 6, "Levels"). */
import type { RequestHandler } from 'express';
import type { BookId } from '../../domain/instruments';
import { formatPrice } from '../../domain/money';
import type { Region } from '../../domain/regions';
import type { OrderBooks } from '../../engine/book';
import type { Level, Levels } from '../../engine/depth';
import type { Records } from '../../records/connect';
import { readQuery } from '../middleware/body';
import { fromRedis } from '../middleware/redis-away';
import { type OrderBookBody, orderBookQuerySchema } from '../schemas/market';
import type { AskBookDeps } from './ask-book';

export function orderBookHandler(deps: AskBookDeps): RequestHandler {
  return async (req, res) => {
    const {
      model_id: modelId,
      region: wished = 'any',
      tenor = 'spot',
    } = readQuery(req, orderBookQuerySchema);
    const levels = await readOpened(deps, { modelId, tenor }, wished === 'any' ? null : wished);
    const body: OrderBookBody = {
      type: 'orderbook_snapshot',
      model_id: modelId,
      tenor,
      region: wished,
      bids: levels.bids.map(row),
      asks: levels.asks.map(row),
      sequence: levels.sequence,
      timestamp: Date.now(),
    };
    res.set('Cache-Control', 'no-store').json(body);
  };
}

/** A book that lost its memory is rebuilt first; one that never had an ask is empty. */
async function readOpened(
  { books, records, reopen }: AskBookDeps,
  book: BookId,
  region: Region | null,
): Promise<Levels> {
  const levels = await read(books, book, region);
  if (levels.epoch > 0 || !(await hasAsks(records, book))) return levels;
  await reopen(book);
  return read(books, book, region);
}

function read(books: OrderBooks, book: BookId, region: Region | null): Promise<Levels> {
  return fromRedis(books.functions.redis, () => books.levels({ book, region }));
}

async function hasAsks(records: Records, { modelId, tenor }: BookId): Promise<boolean> {
  const found = await records.asks.findOne(
    { modelId, tenor, status: 'active' },
    { projection: { _id: 1 } },
  );
  return found !== null;
}

function row({ priceScale8, quantityTokens }: Level): { price: string; quantity: string } {
  return { price: formatPrice(priceScale8, 'perThousand'), quantity: String(quantityTokens) };
}
