/**
 * A stripe of the fence around the reservations of a book (ledger/fence-stripes.ts). Every
 * transaction that takes tokens of an ask writes one stripe, on condition that the stripe has the
 * epoch of its reservation; a rebuild writes all stripes. So MongoDB orders the two, while
 * transactions of different processes, each with a stripe of its own, do not meet.
 */
import { quantity, recordSchema, text } from '../mongodb/schema';

export interface BookFenceDocument {
  /** `<name of the book>#<stripe>`. */
  _id: string;
  /** Never above the epoch of the book's record. */
  epoch: number;
  /** Transactions that wrote it: each of them changes it. */
  writes: number;
}

/** Of each book, at most. Only those exist that some transaction has used. */
export const STRIPES = 256;

export const bookFenceSchema = recordSchema<BookFenceDocument>('bookfences', {
  _id: text,
  epoch: quantity,
  writes: quantity,
});

/** @param stripe below `STRIPES` */
export function stripeId(book: string, stripe: number): string {
  return `${book}#${stripe}`;
}

/** The ids of all stripes of a book, also of those that another release has made. */
export function stripesOf(book: string): { $gte: string; $lt: string } {
  return { $gte: `${book}#`, $lt: `${book}$` };
}
