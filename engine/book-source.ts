/** What a rebuild loads into a book. */
import type { CapacityFill } from '../domain/fill';
import type { Region } from '../domain/regions';
import type { TimeInForce } from '../domain/time-in-force';

export interface SourceAsk {
  readonly askId: string;
  readonly sellerId: string;
  readonly region: Region;
  readonly priceScale8: bigint;
  readonly remainingTokens: number;
  readonly lotTokens: number;
  readonly expiresAtMs: number;
  /**
   * Its place in the book; null when no book has accepted it yet: it is placed after the others.
   */
  readonly sequence: number | null;
  /** Owner of its seller. */
  readonly owner?: string | null;
}

/** A resting bid. */
export interface SourceBid {
  readonly orderId: string;
  readonly limitPriceScale8: bigint;
  readonly remainingTokens: number;
  /** Its number of fills. */
  readonly fillCount: number;
  readonly timeInForce: TimeInForce;
  readonly expiresAtMs: number | null;
  readonly region: Region | null;
  readonly excludedOwner: string | null;
  /** Its place in the book. */
  readonly sequence: number;
}

/** A fill that is still held: a reservation, or a bid's fill (with its data for the workflow). */
export interface SourceReservation {
  readonly fillId: string;
  readonly askId: string;
  readonly quantityTokens: number;
  /** The epoch in which it was made: a repeated reservation returns it again. */
  readonly epoch: number;
  readonly ofBid?: Pick<CapacityFill, 'orderId' | 'priceScale8' | 'takerSide' | 'atMs'>;
}

/** In one part, or in pages that are read one after the other. */
type Rows<T> = Iterable<T> | AsyncIterable<readonly T[]>;

export async function* pagesOf<T>(rows: Rows<T>): AsyncGenerator<Iterable<T>> {
  if (Symbol.asyncIterator in rows) yield* rows;
  else yield rows;
}

/** One consistent snapshot of MongoDB, read on request, after the epoch was raised there. */
export interface BookSource {
  readonly epoch: number;
  /** Active asks; those without a sequence in the order of their creation. */
  readonly asks: Rows<SourceAsk>;
  /** Resting bids in the order of their places, in which they are placed again. */
  readonly bids?: Rows<SourceBid>;
  /** Reserved fills; those of other asks are left out. */
  readonly reservations: Rows<SourceReservation>;
  /** An operator has halted the book: it is opened halted. */
  readonly isHalted?: boolean;
  /** Ends the snapshot. */
  close?(): Promise<void>;
}
