/** What a depth chart draws: each side as a staircase away from the middle. */
import { coordinateOf } from '../client/decimal';
import type { Level, OrderBook } from '../client/market';

const STEPS = 300;
/** What is drawn covers this share of the quantity: one far level does not flatten the others. */
const COVERED = 0.97;

export interface Step {
  /** USD per million tokens, as a coordinate. */
  readonly price: number;
  /** Tokens at this price and every better one. */
  readonly total: number;
}

export interface Depth {
  /** Best first. */
  readonly bids: readonly Step[];
  readonly asks: readonly Step[];
  readonly low: number;
  readonly high: number;
  readonly most: number;
}

export function depthStepsOf(book: OrderBook): Depth {
  const bids = stepsOf(book.bids);
  const asks = stepsOf(book.asks);
  const prices = [...bids, ...asks].map(({ price }) => price);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const margin = (high - low) * 0.06 || high * 0.1 || 1;
  const most = Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0);
  return { bids, asks, low: Math.max(0, low - margin), high: high + margin, most };
}

function stepsOf(levels: readonly Level[]): Step[] {
  let total = 0;
  const steps = levels.map(({ price, quantity }) => {
    total += coordinateOf(quantity);
    return { price: coordinateOf(price) * 1_000, total };
  });
  const last = steps.findIndex((step) => step.total >= total * COVERED);
  return steps.slice(0, Math.min(STEPS, last + 1));
}

/** Tokens that can be sold, or bought, at a price. */
export function reachedAt({ bids, asks }: Depth, price: number) {
  const bid = bids.findLast((step) => step.price >= price)?.total ?? 0;
  const ask = asks.findLast((step) => step.price <= price)?.total ?? 0;
  return ask > 0 ? ({ side: 'ask', total: ask } as const) : ({ side: 'bid', total: bid } as const);
}

/** Round numbers between 0 and the largest one, for an axis. */
export function ticksUpTo(most: number, count: number): number[] {
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10);
  return Array.from({ length: Math.floor(most / step) }, (_, index) => (index + 1) * step);
}
