/** A book's epoch: a book that lost its data is rebuilt under the next epoch. */
import { date, optionalText, partSchema, quantity, recordSchema, text } from '../mongodb/schema';

export interface BookDocument {
  /** Name of the book (domain/instruments.ts). */
  _id: string;
  epoch: number;
  /** The relay's progress on the book; null before it started. */
  relay?: RelayCursor | null;
  /** Set while an operator has halted the book's matching. */
  halt?: BookHalt | null;
  /** Stripes of its fence that were made (ledger/fence-stripes.ts); absent before the first. */
  stripesMade?: number;
  updatedAt: Date;
}

export interface BookHalt {
  reason: string;
  at: Date;
  /** Absent in halts of earlier releases. */
  actor?: string | null;
  /** Set by a halt of all books, which a resumption of all ends; absent in a halt of one. */
  isOfAll?: boolean;
}

/**
 * Where the next relay continues in the book's journal, with the fence of the relay that stored it.
 */
export interface RelayCursor {
  epoch: number;
  /** The oldest reservation with an open outcome comes after it. */
  version: number;
  mark: string;
  /** The last transferred event; absent when it equals `version`. */
  carriedVersion?: number;
  carriedMark?: string;
  fence: number;
}

const relayCursorSchema = partSchema<RelayCursor>({
  epoch: quantity,
  version: { type: Number, required: true },
  mark: { type: String },
  carriedVersion: { type: Number },
  carriedMark: { type: String },
  fence: quantity,
});

const bookHaltSchema = partSchema<BookHalt>({
  reason: text,
  at: date,
  actor: optionalText,
  isOfAll: { type: Boolean },
});

export const bookSchema = recordSchema<BookDocument>('books', {
  _id: text,
  epoch: quantity,
  relay: { type: relayCursorSchema, default: null },
  halt: { type: bookHaltSchema, default: null },
  stripesMade: { type: Number },
  updatedAt: date,
});
