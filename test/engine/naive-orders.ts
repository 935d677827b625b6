/** What the naive book keeps: orders and fills as plain, changing objects, and what is said of them. */
import { pinOf } from '../../domain/regions';
import type { PlaceAsk, PlaceBid, Criteria } from '../../engine/book';
import type { Level } from '../../engine/depth';
import { ownerCode } from '../../engine/layouts';
import type { AskState, BidState, BookBid, BookEventKind } from '../../engine/layouts';
import type { CapacityFill } from '../../domain/fill';

export interface NaiveAsk extends PlaceAsk {
  readonly side: 'ask';
  readonly owner: string | null;
  readonly sequence: number;
  remainingTokens: number;
  state: AskState;
}

export interface NaiveBid extends PlaceBid {
  readonly side: 'bid';
  readonly priceScale8: bigint;
  readonly sequence: number;
  remainingTokens: number;
  state: BidState;
  fillCount: number;
}

export type NaiveOrder = NaiveAsk | NaiveBid;

export interface NaiveFill {
  readonly fillId: string;
  readonly ask: NaiveAsk;
  /** The bid for capacity that got it; null for a chat's or a ticket's reservation. */
  readonly bid: NaiveBid | null;
  readonly priceScale8: bigint;
  readonly quantityTokens: number;
  readonly epoch: number;
  readonly takerSide: 'bid' | 'ask';
  readonly atMs: number;
  released: boolean;
}

/** One change, as the engine's journal has it; `expired` is left out. */
export interface NaiveEvent {
  readonly kind: BookEventKind;
  readonly orderId: string | null;
  /** None of an order whose time is over, whether somebody has closed it or not. */
  readonly remainingTokens: number;
  readonly fillId: string | null;
  readonly counterOrderId: string | null;
}

export const idOf = (order: NaiveOrder) => (order.side === 'ask' ? order.askId : order.orderId);

export const holdsLot = (ask: NaiveAsk) => ask.remainingTokens >= ask.lotTokens;

export const byPrice = (a: NaiveOrder, b: NaiveOrder) =>
  a.priceScale8 === b.priceScale8 ? 0 : a.priceScale8 < b.priceScale8 ? -1 : 1;

/** Whether a bid for capacity and an ask may trade: price, region, and never with its own owner. */
export function mayTrade(bid: NaiveBid, ask: NaiveAsk): boolean {
  return (
    bid.priceScale8 >= ask.priceScale8 &&
    (bid.region === null || bid.region === ask.region) &&
    (bid.excludedOwner === null || bid.excludedOwner !== ask.owner)
  );
}

/** Whether a chat's or a ticket's reservation may have an ask, whatever its price. */
export function suits(criteria: Criteria, ask: NaiveAsk): boolean {
  const pin = pinOf(criteria.region);
  return (
    (pin === null || ask.region === pin) &&
    (criteria.sellerId === null || ask.sellerId === criteria.sellerId) &&
    (criteria.onlySellerIds?.includes(ask.sellerId) ?? true) &&
    !criteria.excludedSellerIds.includes(ask.sellerId)
  );
}

/** As the engine answers it. */
export function asBookBid(bid: NaiveBid): BookBid {
  const { side, orderId, priceScale8, sequence, remainingTokens, state } = bid;
  const { timeInForce, fillCount, expiresAtMs, region, excludedOwner } = bid;
  const excludedOwnerCode = excludedOwner === null ? null : ownerCode(excludedOwner);
  return {
    side,
    orderId,
    priceScale8,
    sequence,
    remainingTokens,
    state,
    timeInForce,
    fillCount,
    expiresAtMs,
    region,
    excludedOwnerCode,
  };
}

export function reservedOf({ fillId, ask, quantityTokens, epoch }: NaiveFill) {
  const { askId, sellerId, region, priceScale8 } = ask;
  const terms = { fillId, askId, sellerId, region, priceScale8, quantityTokens, epoch };
  return { status: 'reserved', ...terms } as const;
}

/** A fill of a bid as the engine answers it. */
export function orderFillOf(held: NaiveFill): CapacityFill {
  const { ask, bid, released: _, ...fill } = held;
  return { ...fill, orderId: bid?.orderId ?? '', askId: ask.askId };
}

/** Rows per price, in the order in which the orders come. */
export function levelsOf(orders: readonly NaiveOrder[]): Level[] {
  const prices = [...new Set(orders.map((order) => order.priceScale8))];
  return prices.map((priceScale8) => ({
    priceScale8,
    quantityTokens: orders
      .filter((order) => order.priceScale8 === priceScale8)
      .reduce((sum, order) => sum + order.remainingTokens, 0),
  }));
}
