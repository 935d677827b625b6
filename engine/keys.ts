/**
 * Every Redis key of the matching engine. A book's keys share one hash tag, so that a book lives on
 * one primary of a cluster. A command is given the head only; the functions derive the other names
 * from it in the same way (engine/functions/prelude.lua).
 */
import { bookName, type BookId } from '../domain/instruments';
import type { Region } from '../domain/regions';

/** The names of all books that were ever opened here. Set. */
export const BOOKS_KEY = 'books';

/**
 * The head of a book. Hash: `epoch` (absent: unavailable), `fence` (highest epoch that has begun),
 * `sequence` (last one given), `rebuilding` (till when a rebuild counts as alive).
 * Beside it, only the functions use `<head>:lease`: the fenced lease of the one relay that acts for
 * the book. String: the holder's token.
 */
export function headKey(book: BookId): string {
  return `book:{${bookName(book)}}`;
}

/** Epochs that have keys. Hash: epoch -> number of batches loaded, or `dropping`. */
export function epochsKey(book: BookId): string {
  return `${headKey(book)}:epochs`;
}

/** The keys of one epoch of a book. */
export function epochKeys(book: BookId, epoch: number) {
  const base = `${headKey(book)}:${epoch}`;
  return {
    /** Every ask, open or closed. Hash: id -> record. */
    asks: `${base}:asks`,
    /** The asks on offer, by price, then time. Sorted set. */
    index: `${base}:index`,
    /** Those of one region. Sorted set. */
    regionIndex: (region: Region) => `${base}:region:${REGION_CODES[region]}`,
    /** Those of one seller, by the 16 bytes of its id. Sorted set. */
    sellerIndex: (seller: Buffer) => Buffer.concat([Buffer.from(`${base}:seller:`), seller]),
    /**
     * Seconds with asks to look at, and the asks of one second. Sorted set of numbers, lists of
     * ids.
     */
    agenda: `${base}:agenda`,
    agendaOf: (second: string) => `${base}:agenda:${second}`,
    /** Fills by the hour of their ids. Hash: id -> record; expires by itself. */
    fills: (hour: number) => `${base}:fills:${hour}`,
    /** The journal. Stream: `<epoch>-<version>`, one packed field. */
    events: `${base}:events`,
  };
}

/**
 * Codes of regions in records and keys. They are stored: a code is never given to another region.
 */
export const REGION_CODES: Readonly<Record<Region, number>> = {
  'us-east': 1,
  'us-west': 2,
  'eu-west': 3,
  apac: 4,
  global: 5,
};
