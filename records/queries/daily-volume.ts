/** Volume and first price of the last 24 hours, to the minute, and the newest price of every series. */
import { type CandleRegion, INTERVALS, bucketStart } from '../../domain/candles';
import type { BookId } from '../../domain/instruments';
import type { ReadCollections } from '../collections';

export interface Ticker {
  readonly book: BookId;
  readonly region: CandleRegion;
  readonly lastPriceScale8: bigint;
  /** When it was last traded. */
  readonly lastAt: Date;
  /** Volume of the last 24 hours. */
  readonly volumeTokens: number;
  /** Of the first trade of the last 24 hours; null without one. */
  readonly openScale8: bigint | null;
}

interface Day {
  _id: { modelId: string; tenor: string; region: string };
  volume: number;
  first: { readonly price: bigint } | null;
}

/** Candles without prices have off-market trades only. */
const FIRST = {
  $min: {
    $cond: [{ $gt: ['$openScale8', null] }, { time: '$time', price: '$openScale8' }, null],
  },
};

/** Every series that has had a trade. */
export async function readTickers(
  { candles, tickers }: Pick<ReadCollections, 'candles' | 'tickers'>,
  nowMs: number,
): Promise<Ticker[]> {
  const [series, days] = await Promise.all([
    tickers.find({}).sort({ _id: 1 }).toArray(),
    candles
      .aggregate<Day>([
        { $match: { $or: wholeHours(nowMs) } },
        {
          $group: {
            _id: { modelId: '$modelId', tenor: '$tenor', region: '$region' },
            volume: { $sum: '$volumeTokens' },
            first: FIRST,
          },
        },
      ])
      .toArray(),
  ]);
  const bySeries = new Map(
    days.map((day) => [`${day._id.modelId}|${day._id.tenor}|${day._id.region}`, day]),
  );
  return series.map(({ _id, modelId, tenor, region, lastPriceScale8, lastAt }) => ({
    book: { modelId, tenor },
    region,
    lastPriceScale8,
    lastAt,
    volumeTokens: bySeries.get(_id)?.volume ?? 0,
    openScale8: bySeries.get(_id)?.first?.price ?? null,
  }));
}

/** The whole hours of the last day, and the minutes of the partial hour before them. */
function wholeHours(nowMs: number): object[] {
  const from = bucketStart('1m', nowMs - INTERVALS['1d']) + INTERVALS['1m'];
  const firstHour = bucketStart('1h', from - 1) + INTERVALS['1h'];
  return [
    { interval: '1h', time: { $gte: new Date(firstHour) } },
    { interval: '1m', time: { $gte: new Date(from), $lt: new Date(firstHour) } },
  ];
}
