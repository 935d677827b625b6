/** The best prices of a book's views, as engine/functions/tops.lua tells them. Reads only. */
import type { BidPin } from '../domain/book-message';
import type { BookId } from '../domain/instruments';
import { REGIONS, type Region } from '../domain/regions';
import { integerAt, valueAt, type Answer, type EngineFunctions } from './functions';
import { NO_PIN, REGION_CODES } from './keys';
import { unpackOrder } from './layouts';

/** With the epoch of the book that says so. */
export interface BestPrice {
  readonly epoch: number;
  /** Null when there is none. */
  readonly priceScale8: bigint | null;
}

/** Those that there are. */
export interface Tops {
  readonly epoch: number;
  /** The best ask of each region. */
  readonly asks: ReadonlyMap<Region, bigint>;
  /** The best of the bids that are pinned to a region, or to none. */
  readonly bids: ReadonlyMap<BidPin, bigint>;
}

const PINS: readonly BidPin[] = ['any', ...REGIONS];
const REGION_BYTES = Buffer.from(REGIONS.map((region) => REGION_CODES[region]));
const PIN_BYTES = Buffer.from(PINS.map(codeOf));

function codeOf(pin: BidPin): number {
  return pin === 'any' ? NO_PIN : REGION_CODES[pin];
}

/** @param region whose asks the bids may meet; null for any region's */
export async function readBestBid(
  functions: EngineFunctions,
  book: BookId,
  region: Region | null,
): Promise<BestPrice | null> {
  const codes = region ? Buffer.of(NO_PIN, REGION_CODES[region]) : PIN_BYTES;
  let position: Buffer | string = '';
  for (;;) {
    const answer: Answer<'best' | 'none' | 'go_on' | 'unavailable'> = await functions.call(
      'best_bid',
      book,
      [codes, position],
    );
    if (answer.status === 'unavailable') return null;
    if (answer.status === 'go_on') {
      position = valueAt(answer, 0);
      continue;
    }
    const isThere = answer.status === 'best';
    const priceScale8 = isThere ? unpackOrder(valueAt(answer, 1)).priceScale8 : null;
    return { epoch: integerAt(answer, 0), priceScale8 };
  }
}

export async function readTops(functions: EngineFunctions, book: BookId): Promise<Tops | null> {
  const answer = await functions.call<'tops' | 'unavailable'>('tops', book, [
    REGION_BYTES,
    PIN_BYTES,
  ]);
  if (answer.status === 'unavailable') return null;
  const prices = answer.values
    .slice(1)
    .map((text) => (text.length === 0 ? null : unpackOrder(text).priceScale8));
  return {
    epoch: integerAt(answer, 0),
    asks: those(REGIONS, prices),
    bids: those(PINS, prices.slice(REGIONS.length)),
  };
}

function those<Key>(keys: readonly Key[], prices: readonly (bigint | null)[]): Map<Key, bigint> {
  const found = new Map<Key, bigint>();
  for (const [at, key] of keys.entries()) {
    const price = prices[at];
    if (price != null) found.set(key, price);
  }
  return found;
}
