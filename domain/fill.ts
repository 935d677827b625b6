/**
 * A fill: tokens of one ask, allocated to an order. Every form of it has these fields under these
 * names: the book's and the ledger's with the price as an integer, the one in workflow histories,
 * which are JSON, with the price as a decimal string.
 */
import { type Check, isCount, isCountText, isOneOf, isShape, isText } from './shapes';

export interface Fill<Price extends bigint | string = bigint> {
  readonly fillId: string;
  readonly orderId: string;
  readonly askId: string;
  /** Per 1,000 tokens. */
  readonly priceScale8: Price;
  readonly quantityTokens: number;
}

/** A fill of a contract order, as the book made it. */
export interface CapacityFill<Price extends bigint | string = bigint> extends Fill<Price> {
  readonly epoch: number;
  /** The incoming side; the other one rested. */
  readonly takerSide: 'bid' | 'ask';
  /** When the book matched it: determines its window. */
  readonly atMs: number;
}

/** The form in a workflow history. */
export type CapacityFillText = CapacityFill<string>;

/** Whether it is a fill as workflows are given it. */
export const isCapacityFillText: Check = isShape({
  fillId: isText,
  orderId: isText,
  askId: isText,
  priceScale8: isCountText,
  quantityTokens: isCount,
  epoch: isCount,
  takerSide: isOneOf(['bid', 'ask']),
  atMs: isCount,
});

export function fillToText(fill: CapacityFill): CapacityFillText {
  return { ...fill, priceScale8: fill.priceScale8.toString() };
}

export function fillFromText(fill: CapacityFillText): CapacityFill {
  return { ...fill, priceScale8: BigInt(fill.priceScale8) };
}
