/** A book's epoch: a book that lost its memory is rebuilt under the next one. */
import { date, partSchema, quantity, recordSchema, text } from './schema';

export interface BookDocument {
  /** Name of the book (domain/instruments.ts). */
  _id: string;
  epoch: number;
  /** How far the relay's work on the book is done; null before the first time. */
  relay?: RelayCursor | null;
  /** Set while an operator has stopped the matching of the book. */
  halt?: BookHalt | null;
  updatedAt: Date;
}

export interface BookHalt {
  reason: string;
  at: Date;
}

/** Where another relay goes on in the book's journal, with the fence of the relay that saved it. */
export interface RelayCursor {
  epoch: number;
  /** Behind it stands the oldest reservation whose outcome is still open. */
  version: number;
  mark: string;
  /** The last event that was carried to where it belongs; absent: the same as above. */
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

const bookHaltSchema = partSchema<BookHalt>({ reason: text, at: date });

export const bookSchema = recordSchema<BookDocument>('books', {
  _id: text,
  epoch: quantity,
  relay: { type: relayCursorSchema, default: null },
  halt: { type: bookHaltSchema, default: null },
  updatedAt: date,
});
