/** How an instrument changed, from its hourly candles of two days. */
import { percentChange, roundDecimal } from '../client/decimal';
import type { Candle } from '../client/market';
import { wholeText } from '../design/values';

const DAY_MS = 86_400_000;

function lastDay(candles: readonly Candle[]): readonly Candle[] {
  const sinceMs = Date.now() - DAY_MS;
  return candles.filter(({ time }) => Date.parse(time) >= sinceMs);
}

function volumeOf(candles: readonly Candle[]): number {
  return candles.reduce((sum, { volume }) => sum + volume, 0);
}

/** Tokens of the last day; null while it is not known. */
export function dayVolumeOf(candles: readonly Candle[] | undefined): number | null {
  return candles ? volumeOf(lastDay(candles)) : null;
}

/** Tokens of the last day against the day before, in whole percent; null without a day before. */
export function growthOf(candles: readonly Candle[] | undefined): string | null {
  if (!candles) return null;
  const now = volumeOf(lastDay(candles));
  const before = volumeOf(candles) - now;
  const change = percentChange(wholeText(before), wholeText(now));
  return change === null ? null : roundDecimal(change, 0);
}
