/**
 * Reading what a book offers, in bounded pages that together are true at one version.
 *
 * Each page is atomic, but the book moves on between two of them. The journal closes the gap:
 * before
 * a page is added, the events since the page before are folded into what was already read.
 */
import type { BookId } from '../domain/instruments';
import type { Region } from '../domain/regions';
import { readJournal } from './journal';
import { valueAt, integerAt, type EngineFunctions } from './functions';
import { REGION_CODES } from './keys';
import {
  isOffered,
  packAsk,
  parseVersion,
  POSITION_BYTES,
  unpackAsk,
  type BookAsk,
} from './layouts';

const PAGE_ASKS = 500;

export interface Level {
  readonly priceScale8: bigint;
  readonly quantityTokens: number;
}

export interface Levels {
  readonly bids: readonly Level[];
  /** Best price first. */
  readonly asks: readonly Level[];
  /** Version of the book within its epoch; 0 and 0 when there is no book. */
  readonly sequence: number;
  readonly epoch: number;
}

interface Snapshot {
  readonly epoch: number;
  readonly version: number;
  /** Redis's time at the last page. */
  readonly nowMs: number;
  /** The asks on offer, by id. */
  readonly asks: Map<string, BookAsk>;
}

interface OfferedPage {
  readonly epoch: number;
  readonly version: number;
  /** Redis's time. */
  readonly nowMs: number;
  readonly asks: readonly BookAsk[];
  readonly isLast: boolean;
}

export async function readLevels(
  functions: EngineFunctions,
  book: BookId,
  region: Region | null,
  limit: number,
): Promise<Levels> {
  // One more price than asked for: the last one read may go on in the next page.
  const isEnough = (asks: Map<string, BookAsk>) =>
    limit !== Infinity && levelsOf(asks.values()).length > limit;
  const snapshot = await readOffered(functions, book, region, isEnough);
  if (!snapshot) return { bids: [], asks: [], sequence: 0, epoch: 0 };
  const current = [...snapshot.asks.values()].filter((ask) => ask.expiresAtMs > snapshot.nowMs);
  const asks = levelsOf(current).slice(0, limit);
  return { bids: [], asks, sequence: snapshot.version, epoch: snapshot.epoch };
}

/** Asks as one row per price, best first. */
export function levelsOf(asks: Iterable<BookAsk>): Level[] {
  const quantities = new Map<bigint, number>();
  for (const { priceScale8, remainingTokens } of asks) {
    quantities.set(priceScale8, (quantities.get(priceScale8) ?? 0) + remainingTokens);
  }
  return [...quantities]
    .map(([priceScale8, quantityTokens]) => ({ priceScale8, quantityTokens }))
    .sort((a, b) => (a.priceScale8 < b.priceScale8 ? -1 : 1));
}

/**
 * Reads page after page until it is the last one or there is enough; null when the book is
 * unavailable.
 */
async function readOffered(
  functions: EngineFunctions,
  book: BookId,
  region: Region | null,
  isEnough: (asks: Map<string, BookAsk>) => boolean,
): Promise<Snapshot | null> {
  let asks = new Map<string, BookAsk>();
  let former: OfferedPage | null = null;
  for (;;) {
    const page = await readOfferedPage(functions, book, region, former?.asks.at(-1));
    if (!page) return null;
    const changes = former && (await changesBetween(functions, book, former, page));
    const last = former?.asks.at(-1);
    former = page;
    if (last && !changes) {
      asks = new Map();
      former = null;
      continue;
    }
    for (const ask of changes ?? []) {
      const isRead = last && !isBehind(ask, last) && (!region || ask.region === region);
      if (isRead && isOffered(ask)) asks.set(ask.askId, ask);
      else asks.delete(ask.askId);
    }
    for (const ask of page.asks) asks.set(ask.askId, ask);
    if (page.isLast || isEnough(asks)) return { ...page, asks };
  }
}

/** The asks that changed between two pages, as they became; null when the journal does not tell. */
async function changesBetween(
  functions: EngineFunctions,
  book: BookId,
  former: OfferedPage,
  page: OfferedPage,
): Promise<BookAsk[] | null> {
  if (former.epoch !== page.epoch) return null;
  const count = page.version - former.version;
  if (count === 0) return [];
  const events = await readJournal(functions.redis, book, former, count);
  return events.length < count ? null : events.flatMap((event) => event.ask ?? []);
}

/** The next asks on offer behind `last`, at most a page; null when the book is unavailable. */
export async function readOfferedPage(
  functions: EngineFunctions,
  book: BookId,
  region: Region | null,
  last: BookAsk | undefined,
): Promise<OfferedPage | null> {
  const answer = await functions.call<'page' | 'unavailable'>('offered', book, [
    PAGE_ASKS,
    region ? REGION_CODES[region] : '',
    last ? packAsk(last).subarray(0, POSITION_BYTES) : '',
  ]);
  if (answer.status === 'unavailable') return null;
  const asks: BookAsk[] = [];
  for (let at = 2; at < answer.values.length; at += 2) {
    asks.push(unpackAsk(valueAt(answer, at), valueAt(answer, at + 1)));
  }
  return {
    ...parseVersion(valueAt(answer, 0).toString()),
    nowMs: integerAt(answer, 1),
    asks,
    isLast: asks.length < PAGE_ASKS,
  };
}

function isBehind(ask: BookAsk, other: BookAsk): boolean {
  if (ask.priceScale8 !== other.priceScale8) return ask.priceScale8 > other.priceScale8;
  return ask.sequence > other.sequence;
}
