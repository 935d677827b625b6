/**
 * Every Redis key of a book; redis-keys.ts has the others. A book's keys share one hash tag, so that a book is on
 * one primary of a cluster. A command receives the head only; the functions derive the other names
 * from it in the same way (engine/functions/prelude.lua).
 */
import { bookName, type BookId } from '../domain/instruments';
import { REGION_RULES, REGIONS, type Region } from '../domain/regions';

/**
 * The head of a book, a hash: every order and fill of the current epoch by its 16 bytes, and the
 * fields described in engine/functions/prelude.lua: `epoch` (absent: unavailable), `front`, `left`,
 * `sequence`, `bids`, `resumed`. It expires in the far future, which gives the functions their
 * clock. Only the functions use `<head>:lease`: the fenced lease of the relay that acts for the
 * book. String: the holder's token.
 */
export function headKey(book: BookId): string {
  return `book:{${bookName(book)}}`;
}

/**
 * State that outlives an epoch. Hash: `fence` (highest epoch that has started), `claim` (token of
 * the current rebuild), `rebuilding` (until when it counts as alive), `opened` (the epoch of the
 * head's orders), `damaged` (when the book was closed last because a part of it was damaged).
 */
export function controlKey(book: BookId): string {
  return `${headKey(book)}:control`;
}

/**
 * Never exists. While a cluster moves the slot of a book from one primary to another, its keys are
 * on both, and a function would fail in the middle. A command that names a key that is there and
 * one that is not is refused before it starts: `TRYAGAIN`.
 */
export function guardKey(book: BookId): string {
  return `${headKey(book)}:guard`;
}

/** Epochs that have keys. Hash: epoch -> number of batches loaded, or `dropping`. */
export function epochsKey(book: BookId): string {
  return `${headKey(book)}:epochs`;
}

/** The keys of one epoch of a book, besides the head. */
export function epochKeys(book: BookId, epoch: number) {
  const base = `${headKey(book)}:${epoch}`;
  return {
    /** Content of the head before the epoch is opened, and after it was replaced. Hash. */
    state: `${base}:state`,
    /** The asks on offer in a region, in price-time order. Sorted set. */
    asks: (region: Region) => `${base}:asks:${REGION_CODES[region]}`,
    /** The resting bids pinned to a region, or to none. Sorted set. */
    bids: (pin: Region | null) => `${base}:bids:${pin ? REGION_CODES[pin] : NO_PIN}`,
    /** The asks on offer of one seller, by the 16 bytes of its id. Sorted set. */
    sellerIndex: (seller: Buffer) => Buffer.concat([Buffer.from(`${base}:seller:`), seller]),
    /** Owners of sellers with an owner. Hash: seller's 16 bytes -> owner's 16 bytes. */
    owners: `${base}:owners`,
    /** Orders with unfinished matching. List. */
    work: `${base}:work`,
    /** The journal. Stream: `<epoch>-<version>`, one packed field. */
    events: `${base}:events`,
  };
}

/** Code of a bid without a pinned region. */
export const NO_PIN = 0;
/** Added to the region of criteria that name the only sellers. */
export const ONLY_NAMED = 128;

/** Codes of regions in records and keys. */
export const REGION_CODES = Object.fromEntries(
  REGIONS.map((region) => [region, REGION_RULES[region].code]),
) as Readonly<Record<Region, number>>;
