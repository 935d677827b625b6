/**
 * What the relay needs from MongoDB. Every call may be repeated: the relay can die behind any of
 * them.
 */
import type { BookId } from '../../domain/instruments';
import type { PlaceAsk } from '../book';
import type { JournalCursor } from './follower';

/** A take that the book has made. */
export interface BookTake {
  readonly book: BookId;
  readonly fillId: string;
  readonly askId: string;
  readonly quantityTokens: number;
  readonly epoch: number;
}

/** What became of a take: still held, or ended with tokens that go back to the book. */
export type TakeFate =
  { readonly state: 'held' } | { readonly state: 'ended'; readonly unusedTokens: number };

export interface RelayPorts {
  /** Every book there is. */
  books(): Promise<BookId[]>;

  /** How far the relay's work on a book is done; null before the first time. */
  readCursor(book: BookId): Promise<JournalCursor | null>;
  /** Refused, without an error, when a relay with a higher fence has saved one. */
  saveCursor(book: BookId, cursor: JournalCursor, fence: number): Promise<void>;

  /** The time of these asks is over: their remainder expires. */
  expired(askIds: readonly string[]): Promise<void>;

  /** What became of these takes, by fill id; absent when MongoDB has no fill of this epoch under the id. */
  fates(takes: readonly BookTake[]): Promise<ReadonlyMap<string, TakeFate>>;
  /**
   * Makes sure that the take can never become a fill any more (a tombstone under its id).
   * False when it has become one meanwhile, in its epoch. A fill of another epoch under the same id
   * is no obstacle: this take is not the one that MongoDB knows.
   */
  abandon(take: BookTake): Promise<boolean>;

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
}
