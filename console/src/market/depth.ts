/** Cumulative quantities of a book's sides. */
import { coordinateOf, subtractDecimals } from '../client/decimal';
import type { Level, OrderBook } from '../client/market';

export interface DepthLevel extends Level {
  /** This level and every better one, exact. */
  readonly total: string;
  /** Of the side's largest drawn total, from 0 to 1. */
  readonly share: number;
}

/** The best levels of a side, with what stands at them and before them. */
export function depthOf(levels: readonly Level[], count: number): DepthLevel[] {
  let sum = 0n;
  const totals = levels.slice(0, count).map((level) => {
    sum += BigInt(level.quantity);
    return { ...level, total: sum.toString() };
  });
  const most = coordinateOf(sum.toString());
  return totals.map((level) => ({
    ...level,
    share: most === 0 ? 0 : coordinateOf(level.total) / most,
  }));
}

export function spreadOf({ bids, asks }: OrderBook): string | null {
  const bid = bids[0]?.price;
  const ask = asks[0]?.price;
  return bid === undefined || ask === undefined ? null : subtractDecimals(ask, bid);
}

export function totalOf(levels: readonly Level[]): string {
  return levels.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n).toString();
}
