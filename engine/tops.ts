/** The best prices of a book's views (engine/functions/tops.lua). Read-only. */
import type { BidPin } from '../domain/book-message';
import type { BookId } from '../domain/instruments';
import { REGIONS, type Region } from '../domain/regions';
import { integerAt, valueAt, type Answer, type EngineFunctions } from './functions';
import { NO_PIN, REGION_CODES } from './keys';
import { unpackOrder } from './layouts';

/** With the epoch of the book that answered. */
export interface BestPrice {
  readonly epoch: number;
  /** Null when there is none. */
  readonly priceScale8: bigint | null;
}

/** Existing best prices. */
export interface Tops {
  readonly epoch: number;
  /** The best ask of each region. */
  readonly asks: ReadonlyMap<Region, bigint>;
  /** The best bid of each pin, and of those without a pin. */
  readonly bids: ReadonlyMap<BidPin, bigint>;
}

const PINS: readonly BidPin[] = ['any', ...REGIONS];
const REGION_BYTES = Buffer.from(REGIONS.map((region) => REGION_CODES[region]));
const PIN_BYTES = Buffer.from(PINS.map(codeOf));

function codeOf(pin: BidPin): number {
  return pin === 'any' ? NO_PIN : REGION_CODES[pin];
}

export interface BidView {
  readonly book: BookId;
  /** Whose asks the bids may match; null for any region. */
  readonly region: Region | null;
  /** Smaller bids do not count. */
  readonly quantityMinTokens?: number;
}

/** Pages of bids that do not count: a wall of them would otherwise cost every reader. */
const BID_PAGES_MAX = 8;

export async function readBestBid(
  functions: EngineFunctions,
  { book, region, quantityMinTokens = 1 }: BidView,
): Promise<BestPrice | null> {
  const codes = region ? Buffer.of(NO_PIN, REGION_CODES[region]) : PIN_BYTES;
  let position: Buffer | string = '';
  for (let page = 1; ; page += 1) {
    const answer: Answer<'best' | 'none' | 'continue' | 'unavailable'> = await functions.call(
      'best_bid',
      book,
      [codes, position, quantityMinTokens],
    );
    if (answer.status === 'unavailable') return null;
    if (answer.status === 'continue') {
      if (page === BID_PAGES_MAX) return { epoch: integerAt(answer, 1), priceScale8: null };
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
