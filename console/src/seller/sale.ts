/** What a new offer sells at once: bids that rest in its book at its price or above. */
import { compareDecimals } from '../client/decimal';
import type { OrderBook } from '../client/market';

export interface Sale {
  /** At most; bids that are pinned to other regions stay. */
  readonly tokens: string;
  /** Of the bids, per 1,000 tokens: the dearest and the cheapest that it reaches. */
  readonly from: string;
  readonly to: string;
}

/** @param price per 1,000 tokens @returns null when no bid is as high */
export function saleOf(price: string, capacity: number | null, { bids }: OrderBook): Sale | null {
  let left = capacity === null ? null : BigInt(capacity);
  let sold = 0n;
  let to: string | null = null;
  for (const level of bids) {
    if (compareDecimals(level.price, price) < 0 || left === 0n) break;
    const quantity = BigInt(level.quantity);
    const taken: bigint = left === null || quantity < left ? quantity : left;
    if (left !== null) left -= taken;
    sold += taken;
    to = level.price;
  }
  const [best] = bids;
  return best === undefined || to === null
    ? null
    : { tokens: sold.toString(), from: best.price, to };
}
