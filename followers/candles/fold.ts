/**
 * Recomputes candles from the trades of the minutes that changed. Candles are never incremented: a
 * trade that is seen twice, or voided later, is counted correctly because each candle derives from
 * the current trades. The follower owns `candles`: no service writes it.
 */
import { mongo } from 'mongoose';
import {
  type Candle,
  type CandlePrices,
  type CandleRegion,
  INTERVALS,
  type Interval,
  bucketStart,
  candleRow,
  mergeCandles,
} from '../../domain/candles';
import type { BookId } from '../../domain/instruments';
import type { Region } from '../../domain/regions';
import { mayBeArchived } from '../../records/archive/archives';
import { withArchive } from '../../records/archive/with-archive';
import { atOneMoment } from '../../records/mongodb/at-one-moment';
import { asDouble } from '../../records/collections';
import type { Records } from '../../records/connect';
import { refreshTickers } from './tickers';
import { replaceFenced } from './write-fenced';
import { writable } from '../../records/mongodb/writable';

/** The source interval of each interval's candles; minutes derive from trades. */
const MERGED_FROM = [
  ['5m', '1m'],
  ['1h', '5m'],
  ['1d', '1h'],
] as const;

export type Tape = Pick<Records, 'connection' | 'trades' | 'candles' | 'tickers'>;

/** A time range: `fromMs` is inclusive, `toMs` is exclusive. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

interface SeriesCandle extends Candle {
  readonly region: CandleRegion;
  readonly startMs: number;
}

/** Recomputes every candle of a book that overlaps the range. */
export async function foldSpan(tape: Tape, book: BookId, span: Span, fence: number): Promise<void> {
  const minutes = widened(span, '1m');
  const perRegion = await minuteCandles(tape, book, minutes);
  const overall = mergedBy(perRegion, ({ startMs }) => ({ region: 'any', startMs }));
  await replace(tape, book, '1m', minutes, [...perRegion, ...overall], fence);
  for (const [interval, source] of MERGED_FROM) {
    const wide = widened(span, interval);
    const parts = await read(tape, book, source, wide);
    const merged = mergedBy(parts, ({ region, startMs }) => ({
      region,
      startMs: bucketStart(interval, startMs),
    }));
    await replace(tape, book, interval, wide, merged, fence);
  }
  await refreshTickers(tape, book, fence);
}

function widened({ fromMs, toMs }: Span, interval: Interval): Span {
  const last = bucketStart(interval, toMs - 1);
  return { fromMs: bucketStart(interval, fromMs), toMs: last + INTERVALS[interval] };
}

interface PricedMark {
  at: Date;
  id: string;
  price: bigint;
}

interface MinuteGroup {
  _id: { region: Region; minute: Date };
  first: PricedMark | null;
  last: PricedMark | null;
  high: bigint | null;
  low: bigint | null;
  volume: number;
  gross: mongo.Decimal128;
}

/**
 * MongoDB compares documents field by field, so the minimum of `mark` is the first trade. Nulls of
 * off-market trades are ignored.
 */
async function minuteCandles(
  tape: Tape,
  { modelId, tenor }: BookId,
  { fromMs, toMs }: Span,
): Promise<SeriesCandle[]> {
  const from = new Date(fromMs);
  const ofMarket = (value: unknown) => ({ $cond: [{ $eq: ['$offMarket', true] }, null, value] });
  const mark = ofMarket({ at: '$executedAt', id: '$_id', price: '$priceScale8' });
  const price = ofMarket('$priceScale8');
  const pipeline = [
    {
      $match: {
        modelId,
        tenor,
        executedAt: { $gte: from, $lt: new Date(toMs) },
        status: { $ne: 'voided' },
        quantityTokens: { $gt: 0 },
      },
    },
    {
      $group: {
        _id: {
          region: '$region',
          minute: { $dateTrunc: { date: '$executedAt', unit: 'minute' } },
        },
        first: { $min: mark },
        last: { $max: mark },
        high: { $max: price },
        low: { $min: price },
        volume: { $sum: '$quantityTokens' },
        gross: { $sum: { $toDecimal: '$grossScale8' } },
      },
    },
  ];
  const candles: SeriesCandle[] = [];
  for (const { _id, volume, gross, ...priced } of await grouped(tape, pipeline, from)) {
    candles.push({
      region: _id.region,
      startMs: _id.minute.getTime(),
      prices: pricesOf(priced),
      volumeTokens: volume,
      grossScale8: BigInt(gross.toString()),
    });
  }
  return candles;
}

function pricesOf({
  first,
  last,
  high,
  low,
}: Pick<MinuteGroup, 'first' | 'last' | 'high' | 'low'>): CandlePrices | null {
  if (!first || !last || high === null || low === null) return null;
  return {
    openScale8: first.price,
    highScale8: high,
    lowScale8: low,
    closeScale8: last.price,
    first: { at: first.at, id: first.id },
    last: { at: last.at, id: last.id },
  };
}

/** Trades that move to the archive meanwhile count once. */
function grouped(
  { connection, trades }: Tape,
  pipeline: mongo.BSON.Document[],
  from: Date,
): Promise<MinuteGroup[]> {
  if (!mayBeArchived(from.getTime())) return trades.aggregate<MinuteGroup>(pipeline).toArray();
  const whole = withArchive(trades.collectionName, pipeline);
  return atOneMoment(connection, (session) =>
    trades.aggregate<MinuteGroup>(whole, { session }).toArray(),
  );
}

function mergedBy(
  candles: readonly SeriesCandle[],
  placeOf: (candle: SeriesCandle) => Pick<SeriesCandle, 'region' | 'startMs'>,
): SeriesCandle[] {
  const groups = new Map<string, SeriesCandle[]>();
  for (const candle of candles) {
    const { region, startMs } = placeOf(candle);
    const key = `${region}|${startMs}`;
    const group = groups.get(key);
    if (group) group.push(candle);
    else groups.set(key, [candle]);
  }
  return [...groups.values()].flatMap((group) =>
    group[0] ? [{ ...mergeCandles(group), ...placeOf(group[0]) }] : [],
  );
}

function inSpan({ modelId, tenor }: BookId, interval: Interval, { fromMs, toMs }: Span) {
  return { interval, modelId, tenor, time: { $gte: new Date(fromMs), $lt: new Date(toMs) } };
}

async function read(
  { candles }: Tape,
  book: BookId,
  interval: Interval,
  span: Span,
): Promise<SeriesCandle[]> {
  const found = await candles.find(inSpan(book, interval, span)).toArray();
  return found.map((candle) => ({
    region: candle.region,
    // Written together.
    prices: candle.row === undefined ? null : (candle as CandlePrices),
    volumeTokens: candle.volumeTokens,
    grossScale8: BigInt(candle.grossScale8.toString()),
    startMs: candle.time.getTime(),
  }));
}

/** A candle that was read has more fields. */
function pricedFields(
  { openScale8, highScale8, lowScale8, closeScale8, first, last }: CandlePrices,
  { volumeTokens, startMs }: Pick<SeriesCandle, 'volumeTokens' | 'startMs'>,
) {
  const prices = { openScale8, highScale8, lowScale8, closeScale8, first, last };
  return { ...prices, row: candleRow(prices, volumeTokens, startMs) };
}

/** Writes these candles and deletes others in the range: their trades were voided. */
async function replace(
  { candles }: Tape,
  book: BookId,
  interval: Interval,
  span: Span,
  made: readonly SeriesCandle[],
  fence: number,
): Promise<void> {
  const { modelId, tenor } = book;
  const documents = made.map((candle) => ({
    _id: `${modelId}|${tenor}|${candle.region}|${interval}|${candle.startMs}`,
    modelId,
    tenor,
    region: candle.region,
    interval,
    time: new Date(candle.startMs),
    ...(candle.prices && pricedFields(candle.prices, candle)),
    volumeTokens: asDouble(candle.volumeTokens),
    grossScale8: mongo.Decimal128.fromString(candle.grossScale8.toString()),
    fence: asDouble(fence),
  }));
  await replaceFenced(writable(candles), inSpan(book, interval, span), documents, fence);
}
