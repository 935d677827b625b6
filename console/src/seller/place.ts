/** Where an ask stands among all asks of its book. */
import { compareDecimals } from '../client/decimal';
import type { OrderBook } from '../client/market';

export interface Place {
  /** Of its price: 1 is the best one. */
  readonly rank: number;
  /** Prices of the book. */
  readonly prices: number;
  /** Tokens at better prices, one's own included; exact. */
  readonly tokensAhead: string;
  readonly bestAsk: string | null;
}

/** @param price per 1,000 tokens */
export function placeOf(price: string, { asks }: OrderBook): Place {
  const better = asks.filter((level) => compareDecimals(level.price, price) < 0);
  const isThere = asks.some((level) => compareDecimals(level.price, price) === 0);
  return {
    rank: better.length + 1,
    prices: asks.length + (isThere ? 0 : 1),
    tokensAhead: better.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n).toString(),
    bestAsk: asks[0]?.price ?? null,
  };
}
