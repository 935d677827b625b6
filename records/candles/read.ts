/** Reads candles, oldest first. */
import type { CandleRegion, Interval } from '../../domain/candles';
import type { BookId } from '../../domain/instruments';
import type { CandleDocument } from '../candle';
import type { ReadCollection } from '../read-collection';

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
  candles: ReadCollection<CandleDocument>,
  { book, region, interval, from, to, limit }: CandleQuery,
): Promise<string[]> {
  if (limit === 0) return [];
  const time = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
  // One document for all rows: thousands of small ones take longer to unpack than to find.
  const [found] = await candles
    .aggregate<{ rows: string[] }>(
      [
        {
          $match: {
            interval,
            modelId: book.modelId,
            tenor: book.tenor,
            region,
            ...(from || to ? { time } : {}),
          },
        },
        { $sort: { time: from ? 1 : -1 } },
        { $limit: limit },
        { $group: { _id: null, rows: { $push: '$row' } } },
      ],
      // The rows are ours: looking into every one of them again takes longer than all the rest.
      { enableUtf8Validation: false },
    )
    .toArray();
  const rows = found?.rows ?? [];
  return from ? rows : rows.reverse();
}
