/** A book's epoch: a book that lost its memory is rebuilt under the next one. */
import { date, quantity, recordSchema, text } from './schema';

export interface BookDocument {
  /** Name of the book (domain/instruments.ts). */
  _id: string;
  epoch: number;
  updatedAt: Date;
}

export const bookSchema = recordSchema<BookDocument>('books', {
  _id: text,
  epoch: quantity,
  updatedAt: date,
});
