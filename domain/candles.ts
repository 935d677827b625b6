/**
 * Candles: the prices and the volume of the trades in one bucket of time. Candles can be merged
 * into those of longer intervals, and regional candles into the global one, because each stores the
 * marks of its first and last trade.
 */
import { formatPrice } from './money';
import type { Region } from './regions';

const MINUTE_MS = 60_000;

/** Lengths in milliseconds. Buckets start at multiples of them since the Unix epoch, in UTC. */
export const INTERVALS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '1d': 1_440 * MINUTE_MS,
} as const;

export type Interval = keyof typeof INTERVALS;

export const INTERVAL_NAMES = Object.keys(INTERVALS) as Interval[];

/** A region of execution, or all of them together. */
export type CandleRegion = Region | 'any';

/** A trade's position in time. */
export interface TradeMark {
  readonly at: Date;
  /** Fill id; orders trades of the same millisecond. */
  readonly id: string;
}

/** Per 1,000 tokens. */
export interface CandlePrices {
  readonly openScale8: bigint;
  readonly highScale8: bigint;
  readonly lowScale8: bigint;
  readonly closeScale8: bigint;
  readonly first: TradeMark;
  readonly last: TradeMark;
}

export interface Candle {
  /** Null when every trade is off-market: those have volume only (PRICE-10). */
  readonly prices: CandlePrices | null;
  readonly volumeTokens: number;
  /** The buyers' total cost of the volume: each cost is rounded, so no average price follows from it. */
  readonly grossScale8: bigint;
}

export function bucketStart(interval: Interval, timeMs: number): number {
  const length = INTERVALS[interval];
  return Math.floor(timeMs / length) * length;
}

/** A candle in JSON, as clients read it: prices are decimal strings per 1,000 tokens. */
export function candleRow(prices: CandlePrices, volumeTokens: number, startMs: number): string {
  const price = (priceScale8: bigint) => formatPrice(priceScale8, 'perThousand');
  return JSON.stringify({
    time: new Date(startMs).toISOString(),
    open: price(prices.openScale8),
    high: price(prices.highScale8),
    low: price(prices.lowScale8),
    close: price(prices.closeScale8),
    volume: volumeTokens,
  });
}

/** Merges candles of one book, at least one. */
export function mergeCandles(candles: readonly Candle[]): Candle {
  return candles.reduce((a, b) => ({
    prices: a.prices && b.prices ? mergePrices(a.prices, b.prices) : (a.prices ?? b.prices),
    volumeTokens: a.volumeTokens + b.volumeTokens,
    grossScale8: a.grossScale8 + b.grossScale8,
  }));
}

function mergePrices(a: CandlePrices, b: CandlePrices): CandlePrices {
  const opening = isBefore(b.first, a.first) ? b : a;
  const closing = isBefore(a.last, b.last) ? b : a;
  return {
    openScale8: opening.openScale8,
    highScale8: a.highScale8 > b.highScale8 ? a.highScale8 : b.highScale8,
    lowScale8: a.lowScale8 < b.lowScale8 ? a.lowScale8 : b.lowScale8,
    closeScale8: closing.closeScale8,
    first: opening.first,
    last: closing.last,
  };
}

function isBefore(a: TradeMark, b: TradeMark): boolean {
  const difference = a.at.getTime() - b.at.getTime();
  return difference === 0 ? a.id < b.id : difference < 0;
}
