/**
 * The relay's interfaces to MongoDB, the workflows and the gateways. Every call is idempotent: the
 * relay can die after any of them.
 */
import type { BookMessage } from '../../domain/book-message';
import type { BookId } from '../../domain/instruments';
import type { PlaceAsk } from '../../engine/book';
import type { BookOrder } from '../../engine/layouts';
import type { AllocatedFill, FillOutcome } from '../../exchange/books/fill-outcomes';
import type { JournalCursor } from './follower';
import type { CapacityFill } from '../../domain/fill';

/** Tokens that the book has allocated: a reservation, or a fill of a bid. */
export interface BookReservation extends AllocatedFill {
  readonly book: BookId;
  readonly askId: string;
  readonly quantityTokens: number;
  readonly atMs: number;
}

/** The position from which another relay continues. */
export interface RelayProgress {
  /** The oldest reservation with an open outcome comes after it. */
  readonly seen: JournalCursor;
  /** The last transferred event. */
  readonly transferred: JournalCursor;
}

/** A book by its records. */
export interface KnownBook {
  readonly book: BookId;
  /** The latest epoch; null before the first one. */
  readonly epoch: number | null;
  /** Whether an active ask has been without a place for a while. */
  readonly hasUnplaced: boolean;
}

/** An order of a book. */
export interface BookOrderName {
  readonly side: BookOrder['side'];
  readonly id: string;
}

/** The status of orders that have not ended in the records. */
export const ALIVE = { ask: 'active', bid: 'open' } as const;

export interface RelayPorts {
  /** All books. */
  books(): Promise<readonly KnownBook[]>;
  /**
   * The orders that have ended since the last call; null when some may have been missed, as before
   * the first call.
   */
  endedOrders(): Promise<readonly BookOrderName[] | null>;

  /** The relay's progress on a book; null before it started. */
  readProgress(book: BookId): Promise<RelayProgress | null>;
  /** Refused, without an error, when a relay with a higher fence has saved one. */
  saveProgress(book: BookId, progress: RelayProgress, fence: number): Promise<void>;

  /** These asks have expired: their remainder expires. */
  expired(askIds: readonly string[]): Promise<void>;
  /** These bids have expired. */
  expiredBids(orderIds: readonly string[]): Promise<void>;
  /** Delivers fills of bids to the workflows of their orders, which deduplicate them by id. */
  filled(fills: readonly CapacityFill[]): Promise<void>;

  /** The outcomes of these reservations, by fill id (exchange/books/fill-outcomes.ts). */
  outcomes(reservations: readonly BookReservation[]): Promise<ReadonlyMap<string, FillOutcome>>;
  /**
   * Ensures that the reservation can never become a fill (by a tombstone with its id). False when
   * it has become one meanwhile, in its epoch. A fill of another epoch with the same id is not a
   * conflict: it belongs to another reservation.
   */
  abandon(reservation: BookReservation): Promise<boolean>;

  /** The latest epoch in MongoDB; null before the first one. */
  epochOf(book: BookId): Promise<number | null>;
  /** Raises the book's epoch and rebuilds it (engine/rebuild.ts). */
  rebuild(book: BookId): Promise<void>;

  /** Active asks that the book should have had for a while: their record has no place. */
  unplacedAsks(book: BookId): Promise<PlaceAsk[]>;
  /** Stores the place of an ask in the book. False when the ask is no longer active. */
  placed(askId: string, place: { sequence: number; epoch: number }): Promise<boolean>;
  /** Those among these orders that have ended. */
  ended(orders: readonly BookOrderName[]): Promise<BookOrderName[]>;
  /** The next recorded orders after this id that rest in the book; fewer at the end. */
  resting(
    book: BookId,
    side: BookOrder['side'],
    behindId: string,
    limit: number,
  ): Promise<string[]>;

  /** Publishes to all gateways. */
  publish(message: BookMessage): Promise<void>;
}
