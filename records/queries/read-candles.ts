/** Reads candles, oldest first. */
import type { CandleRegion, Interval } from '../../domain/candles';
import type { BookId } from '../../domain/instruments';
import type { CandleDocument } from '../documents/candle';
import type { ReadCollection } from '../mongodb/read-collection';

export interface CandleQuery {
  readonly book: BookId;
  readonly region: CandleRegion;
  readonly interval: Interval;
  /** Inclusive. */
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
  readonly limit: number;
}

/** Candles as JSON rows: with `from` the first ones of the range, without it the newest. */
export async function readCandles(
  candles: ReadCollection<CandleDocument>,
  { book, region, interval, from, to, limit }: CandleQuery,
): Promise<string[]> {
  if (limit === 0) return [];
  const time = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
  // One document for all rows: decoding thousands of small ones takes longer than finding them.
  const [found] = await candles
    .aggregate<{ rows: string[] }>(
      [
        {
          $match: {
            interval,
            modelId: book.modelId,
            tenor: book.tenor,
            region,
            row: { $type: 'string' },
            ...(from || to ? { time } : {}),
          },
        },
        { $sort: { time: from ? 1 : -1 } },
        { $limit: limit },
        { $group: { _id: null, rows: { $push: '$row' } } },
      ],
      // The rows are our own; validating each again would dominate the cost.
      { enableUtf8Validation: false },
    )
    .toArray();
  const rows = found?.rows ?? [];
  return from ? rows : rows.reverse();
}
