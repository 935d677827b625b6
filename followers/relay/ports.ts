/**
 * What the relay needs from MongoDB, from the workflows and from the gateways. Every call may be
 * repeated: the relay can die behind any of them.
 */
import type { BookMessage } from '../../domain/book-message';
import type { BookId } from '../../domain/instruments';
import type { PlaceAsk } from '../../engine/book';
import type { JournalCursor } from './follower';
import type { CapacityFill } from '../../domain/fill';

/** Tokens that the book has given away: a reservation, or a fill of a bid. */
export interface BookReservation {
  readonly book: BookId;
  readonly fillId: string;
  readonly askId: string;
  /** Of the bid that was filled; null of a reservation. */
  readonly orderId: string | null;
  readonly quantityTokens: number;
  readonly epoch: number;
  /** When the book gave them away. */
  readonly atMs: number;
}

/** What became of a reservation: still held, or ended with tokens that go back to the book. */
export type ReservationOutcome =
  { readonly state: 'held' } | { readonly state: 'ended'; readonly unusedTokens: number };

/** Where another relay goes on. */
export interface RelayProgress {
  /** Behind it stands the oldest reservation whose outcome is still open. */
  readonly seen: JournalCursor;
  /** The last event that was carried to where it belongs. */
  readonly carried: JournalCursor;
}

export interface RelayPorts {
  /** Every book there is. */
  books(): Promise<BookId[]>;

  /** How far the relay's work on a book is done; null before the first time. */
  readProgress(book: BookId): Promise<RelayProgress | null>;
  /** Refused, without an error, when a relay with a higher fence has saved one. */
  saveProgress(book: BookId, progress: RelayProgress, fence: number): Promise<void>;

  /** The time of these asks is over: their remainder expires. */
  expired(askIds: readonly string[]): Promise<void>;
  /** The same of bids. */
  expiredBids(orderIds: readonly string[]): Promise<void>;
  /** Hands fills of bids to the workflows of their orders, which know each by its id. */
  filled(fills: readonly CapacityFill[]): Promise<void>;

  /**
   * What became of these reservations, by fill id; absent when MongoDB has no fill of this epoch under the id.
   * A bid's fill that is on its way to its workflow counts as held.
   */
  outcomes(
    reservations: readonly BookReservation[],
  ): Promise<ReadonlyMap<string, ReservationOutcome>>;
  /**
   * Makes sure that the reservation can never become a fill any more (a tombstone under its id).
   * False when it has become one meanwhile, in its epoch. A fill of another epoch under the same id
   * is no conflict: this reservation is not the one that MongoDB knows.
   */
  abandon(reservation: BookReservation): Promise<boolean>;

  /** The epoch that MongoDB gave the book last; null before the first one. */
  epochOf(book: BookId): Promise<number | null>;
  /** Raises the book's epoch and rebuilds it (engine/rebuild.ts). */
  rebuild(book: BookId): Promise<void>;

  /**
   * Active asks that the book should have had for a while: none or another epoch is noted on them.
   */
  unplacedAsks(book: BookId): Promise<PlaceAsk[]>;
  /** Notes the place an ask has in the book. False when the ask is not active any more. */
  placed(askId: string, place: { sequence: number; epoch: number }): Promise<boolean>;
  /** Which of these asks are active. */
  activeAsks(askIds: readonly string[]): Promise<string[]>;
  /** Which of these bids are still open. */
  openBids(orderIds: readonly string[]): Promise<string[]>;
  /** The next of the bids that rest in the book by the records, behind this id; fewer at the end. */
  restingBids(book: BookId, behindId: string, limit: number): Promise<string[]>;

  /** Tells all gateways. */
  publish(message: BookMessage): Promise<void>;
}
