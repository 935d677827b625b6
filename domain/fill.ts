/**
 * A fill: tokens that an order got of one ask. Every form of it has these fields under these names:
 * the book's and the ledger's with the price as an integer, that of workflow histories, which are
 * JSON, with the price as its decimal text.
 */
export interface Fill<Price extends bigint | string = bigint> {
  readonly fillId: string;
  readonly orderId: string;
  readonly askId: string;
  /** Per 1,000 tokens. */
  readonly priceScale8: Price;
  readonly quantityTokens: number;
}

/** A fill of an order for capacity, as the book made it. */
export interface CapacityFill<Price extends bigint | string = bigint> extends Fill<Price> {
  readonly epoch: number;
  /** The side that came in; the other one rested. */
  readonly takerSide: 'bid' | 'ask';
  /** When the book matched it: by this its window is found. */
  readonly atMs: number;
}

/** The same in a workflow history. */
export type CapacityFillText = CapacityFill<string>;

export function fillToText(fill: CapacityFill): CapacityFillText {
  return { ...fill, priceScale8: fill.priceScale8.toString() };
}

export function fillFromText(fill: CapacityFillText): CapacityFill {
  return { ...fill, priceScale8: BigInt(fill.priceScale8) };
}
