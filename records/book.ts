/** A book's epoch: a book that lost its memory is rebuilt under the next one. */
import { date, partSchema, quantity, recordSchema, text } from './schema';

export interface BookDocument {
  /** Name of the book (domain/instruments.ts). */
  _id: string;
  epoch: number;
  /** How far the relay's work on the book is done; null before the first time. */
  relay?: RelayCursor | null;
  updatedAt: Date;
}

/** A place in the book's journal, with the fence of the relay that saved it. */
export interface RelayCursor {
  epoch: number;
  version: number;
  mark: string;
  fence: number;
}

const relayCursorSchema = partSchema<RelayCursor>({
  epoch: quantity,
  version: { type: Number, required: true },
  mark: { type: String },
  fence: quantity,
});

export const bookSchema = recordSchema<BookDocument>('books', {
  _id: text,
  epoch: quantity,
  relay: { type: relayCursorSchema, default: null },
  updatedAt: date,
});
