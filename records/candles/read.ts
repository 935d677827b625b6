/** Reads candles, oldest first. */
import type { mongo } from 'mongoose';
import type { CandleRegion, Interval } from '../../domain/candles';
import type { BookId } from '../../domain/instruments';
import type { CandleDocument } from '../candle';

export interface CandleQuery {
  readonly book: BookId;
  readonly region: CandleRegion;
  readonly interval: Interval;
  /** Part of the range. */
  readonly from: Date | null;
  /** Not part of it. */
  readonly to: Date | null;
  readonly limit: number;
}

/**
 * Candles as JSON rows. With `from` the first ones of the range, without it the newest.
 */
export async function readCandles(
  candles: mongo.Collection<CandleDocument>,
  { book, region, interval, from, to, limit }: CandleQuery,
): Promise<string[]> {
  if (limit === 0) return [];
  const found = await candles
    .find({
      interval,
      modelId: book.modelId,
      tenor: book.tenor,
      region,
      ...(from || to ? { time: { ...(from && { $gte: from }), ...(to && { $lt: to }) } } : {}),
    })
    .project<Pick<CandleDocument, 'row'>>({ _id: 0, row: 1 })
    .sort({ time: from ? 1 : -1 })
    .limit(limit)
    .batchSize(limit)
    .toArray();
  const rows = found.map(({ row }) => row);
  return from ? rows : rows.reverse();
}
