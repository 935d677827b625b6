/** What the order books are asked, and what they answer. */
import type { BookId } from '../domain/instruments';
import type { Region } from '../domain/regions';
import type { TimeInForce } from '../domain/time-in-force';
import type { BookBid, BookOrder } from './layouts';
import type { CapacityFill } from '../domain/fill';

export interface PlaceAsk {
  readonly book: BookId;
  readonly askId: string;
  readonly sellerId: string;
  readonly region: Region;
  readonly priceScale8: bigint;
  readonly capacityTokens: number;
  readonly remainingTokens: number;
  readonly lotTokens: number;
  readonly expiresAtMs: number;
  /** Of the seller: bids that exclude this owner never meet the ask. */
  readonly owner?: string | null;
}

/** `halted`: an operator has stopped the book. `unavailable`: it has to be rebuilt first. */
type Refused = 'halted' | 'unavailable';

export type PlaceResult =
  | { readonly status: 'placed' | 'duplicate'; readonly sequence: number; readonly epoch: number }
  | { readonly status: 'expired' | Refused };

/** An order for capacity, which may be filled by many asks. */
export interface PlaceBid {
  readonly book: BookId;
  /** UUIDv7. */
  readonly orderId: string;
  readonly limitPriceScale8: bigint;
  /** What it still wants. */
  readonly quantityTokens: number;
  /** Fills that it had in a book that is gone: those of this one are counted from here. Default 0. */
  readonly fillCount?: number;
  /** A pinned region meets its own asks only; null and `global` are no restriction. */
  readonly region: Region | null;
  /** Whose asks it never meets. */
  readonly excludedOwner: string | null;
  readonly timeInForce: TimeInForce;
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null;
}

export type BidResult =
  | {
      readonly status: 'accepted';
      /** As it stands now, also when it was accepted before. */
      readonly order: BookBid;
      /** All that the book remembers, in the order in which they were made. */
      readonly fills: readonly CapacityFill[];
      readonly epoch: number;
    }
  | { readonly status: 'expired' | 'too_old' | Refused };

/** Which asks a reservation may have, besides its limit. */
export interface Criteria {
  readonly book: BookId;
  /** A pinned region matches its own asks only; null and `global` are no restriction. */
  readonly region: Region | null;
  /** A pinned venue. */
  readonly sellerId: string | null;
  readonly excludedSellerIds: readonly string[];
}

export interface ReserveRequest extends Criteria {
  /** UUIDv7: its time says how long the reservation is remembered. */
  readonly fillId: string;
  readonly quantityMinTokens: number;
  readonly quantityMaxTokens: number;
  readonly limitPriceScale8: bigint;
}

export interface ReservedCapacity {
  readonly status: 'reserved';
  readonly fillId: string;
  readonly askId: string;
  readonly sellerId: string;
  readonly region: Region;
  readonly priceScale8: bigint;
  readonly quantityTokens: number;
  readonly epoch: number;
}

/** What the book has none of, with the epoch of the book that says so. */
export type ReserveResult =
  | ReservedCapacity
  | { readonly status: 'above_limit'; readonly bestPriceScale8: bigint; readonly epoch: number }
  | { readonly status: 'no_match'; readonly epoch: number }
  | { readonly status: 'too_old' | Refused };

export interface ReleaseResult {
  readonly status: 'released' | 'duplicate' | 'unknown' | 'unavailable';
}

export type CancelResult =
  | {
      readonly status: 'cancelled';
      readonly remainingTokens: number;
      readonly order: BookOrder;
    }
  | { readonly status: 'unknown' | 'unavailable' };

/** One page of all orders that are neither closed nor filled. */
export interface OrdersPage {
  readonly epoch: number;
  readonly version: number;
  /** Of the next page; null when this was the last one. */
  readonly cursor: string | null;
  readonly orders: readonly BookOrder[];
}
