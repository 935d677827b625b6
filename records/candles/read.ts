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

export type ShownCandle = Pick<
  CandleDocument,
  'time' | 'openScale8' | 'highScale8' | 'lowScale8' | 'closeScale8' | 'volumeTokens'
>;

/** With `from` the first ones of the range, without it the newest. */
export async function readCandles(
  candles: mongo.Collection<CandleDocument>,
  { book, region, interval, from, to, limit }: CandleQuery,
): Promise<ShownCandle[]> {
  if (limit === 0) return [];
  const found = await candles
    .find({
      interval,
      modelId: book.modelId,
      tenor: book.tenor,
      region,
      ...(from || to ? { time: { ...(from && { $gte: from }), ...(to && { $lt: to }) } } : {}),
    })
    .project<ShownCandle>({
      _id: 0,
      time: 1,
      openScale8: 1,
      highScale8: 1,
      lowScale8: 1,
      closeScale8: 1,
      volumeTokens: 1,
    })
    .sort({ time: from ? 1 : -1 })
    .limit(limit)
    .batchSize(limit)
    .toArray();
  return from ? found : found.reverse();
}
