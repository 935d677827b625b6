/** Commands of the order books, and their answers. */
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
  /** Owner of the seller: bids that exclude this owner never match the ask. */
  readonly owner?: string | null;
}

/** `halted`: an operator has halted the book. `unavailable`: it must be rebuilt first. */
type Refused = 'halted' | 'unavailable';

export type PlaceResult =
  | {
      readonly status: 'placed' | 'duplicate';
      readonly sequence: number;
      readonly epoch: number;
      /** Less than before where the ask crossed resting bids. */
      readonly remainingTokens: number;
    }
  | { readonly status: 'expired' | Refused };

/** An order for capacity, which may be filled by many asks. */
export interface PlaceBid {
  readonly book: BookId;
  /** UUIDv7. */
  readonly orderId: string;
  readonly limitPriceScale8: bigint;
  /** The open quantity. */
  readonly quantityTokens: number;
  /** Its fills in a lost book: fills of this one are counted from here. Default 0. */
  readonly fillCount?: number;
  /** A pinned region matches its own asks only; null and `global` are no restriction. */
  readonly region: Region | null;
  /** Owner whose asks it never matches. */
  readonly excludedOwner: string | null;
  readonly timeInForce: TimeInForce;
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null;
}

export type BidResult =
  | {
      readonly status: 'accepted';
      /** The current state, also when it was accepted before. */
      readonly order: BookBid;
      /** All fills that the book has stored, in the order in which they were made. */
      readonly fills: readonly CapacityFill[];
      readonly epoch: number;
    }
  | { readonly status: 'expired' | 'too_old' | Refused };

/** The asks that a reservation may match, apart from its limit. */
export interface Criteria {
  readonly book: BookId;
  /** A pinned region matches its own asks only; null and `global` are no restriction. */
  readonly region: Region | null;
  /** A pinned venue. */
  readonly sellerId: string | null;
  readonly excludedSellerIds: readonly string[];
  /** The only sellers that may serve it; absent for any. */
  readonly onlySellerIds?: readonly string[] | undefined;
}

export interface ReserveRequest extends Criteria {
  /** UUIDv7: its time bounds how long the reservation is stored. */
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

/** A negative answer contains the epoch of the book that gave it. */
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
  /** For the next page; null on the last page. */
  readonly cursor: string | null;
  readonly orders: readonly BookOrder[];
  /**
   * Ids of those orders that are on offer and that searches do not find, because Redis has lost an index
   * or a part of one. Empty unless the indexes were to be looked into.
   */
  readonly hidden: readonly string[];
}
