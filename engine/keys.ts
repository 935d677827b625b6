/**
 * Every Redis key of the matching engine. A book's keys share one hash tag, so that a book lives on
 * one primary of a cluster. A command is given the head only; the functions derive the other names
 * from it in the same way (engine/functions/prelude.lua).
 */
import { bookName, type BookId } from '../domain/instruments';
import { REGION_RULES, REGIONS, type Region } from '../domain/regions';

/** The names of all books that were ever opened here. Set. */
export const BOOKS_KEY = 'books';

/**
 * The head of a book, a hash: every order and every fill of the present epoch by its 16 bytes, and
 * the fields that engine/functions/prelude.lua describes: `epoch` (absent: unavailable), `front`,
 * `left`, `sequence`, `bids`, `resumed`. It has a deadline in a far future, by which the functions
 * tell the time. Beside it, only the functions use `<head>:lease`: the fenced lease of the one relay
 * that acts for the book. String: the holder's token.
 */
export function headKey(book: BookId): string {
  return `book:{${bookName(book)}}`;
}

/**
 * What outlives an epoch's orders. Hash: `fence` (highest epoch that has begun), `claim` (token of
 * the rebuild at work), `rebuilding` (till when it counts as alive), `opened` (the epoch that the
 * head's orders are of).
 */
export function controlKey(book: BookId): string {
  return `${headKey(book)}:control`;
}

/** Epochs that have keys. Hash: epoch -> number of batches loaded, or `dropping`. */
export function epochsKey(book: BookId): string {
  return `${headKey(book)}:epochs`;
}

/** The keys of one epoch of a book, beside the head. */
export function epochKeys(book: BookId, epoch: number) {
  const base = `${headKey(book)}:${epoch}`;
  return {
    /** What the head holds, before the epoch is opened and after another one was. Hash. */
    state: `${base}:state`,
    /** The asks on offer in a region, by price, then time. Sorted set. */
    asks: (region: Region) => `${base}:asks:${REGION_CODES[region]}`,
    /** The resting bids pinned to a region, or to none. Sorted set. */
    bids: (pin: Region | null) => `${base}:bids:${pin ? REGION_CODES[pin] : NO_PIN}`,
    /** The asks on offer of one seller, by the 16 bytes of its id. Sorted set. */
    sellerIndex: (seller: Buffer) => Buffer.concat([Buffer.from(`${base}:seller:`), seller]),
    /** Owners of the sellers that have one. Hash: seller's 16 bytes -> owner's 16 bytes. */
    owners: `${base}:owners`,
    /** Orders whose matching is not finished. List. */
    work: `${base}:work`,
    /** The journal. Stream: `<epoch>-<version>`, one packed field. */
    events: `${base}:events`,
  };
}

/** Code of a bid that is pinned to no region. */
export const NO_PIN = 0;

/** Codes of regions in records and keys. */
export const REGION_CODES = Object.fromEntries(
  REGIONS.map((region) => [region, REGION_RULES[region].code]),
) as Readonly<Record<Region, number>>;
