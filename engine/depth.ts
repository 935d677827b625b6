/**
 * Reading what a book offers, in bounded pages that together are true at one version.
 *
 * Each page is atomic, but the book moves on between two of them. The journal closes the gap: before
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

export interface Snapshot {
  readonly epoch: number;
  readonly version: number;
  /** Redis's time at the last page. */
  readonly nowMs: number;
  /** The asks on offer, by id. */
  readonly asks: Map<string, BookAsk>;
}

interface Page {
  readonly epoch: number;
  readonly version: number;
  readonly nowMs: number;
  readonly asks: readonly BookAsk[];
}

/** All asks on offer, at one version; null when the book is unavailable. */
export function readSnapshot(functions: EngineFunctions, book: BookId): Promise<Snapshot | null> {
  return readOffered(functions, book, null, () => false);
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

async function readOffered(
  functions: EngineFunctions,
  book: BookId,
  region: Region | null,
  isEnough: (asks: Map<string, BookAsk>) => boolean,
): Promise<Snapshot | null> {
  let asks = new Map<string, BookAsk>();
  let former: Page | null = null;
  for (;;) {
    const last: BookAsk | undefined = former?.asks.at(-1);
    const page = await readPage(functions, book, region, last);
    if (!page) return null;
    if (former && last && !(await foldBetween(functions, book, asks, former, page, last))) {
      asks = new Map();
      former = null;
      continue;
    }
    for (const ask of page.asks) asks.set(ask.askId, ask);
    if (page.asks.length < PAGE_ASKS || isEnough(asks)) return { ...page, asks };
    former = page;
  }
}

/** Brings what was read up to `last` to the version of the next page. False: the journal does not reach back. */
async function foldBetween(
  functions: EngineFunctions,
  book: BookId,
  asks: Map<string, BookAsk>,
  former: Page,
  page: Page,
  last: BookAsk,
): Promise<boolean> {
  if (former.epoch !== page.epoch) return false;
  if (former.version === page.version) return true;
  const events = await readJournal(functions.redis, book, former, page.version - former.version);
  if (events.length < page.version - former.version) return false;
  for (const { ask } of events) {
    if (!ask || isBehind(ask, last)) continue;
    if (isOffered(ask)) asks.set(ask.askId, ask);
    else asks.delete(ask.askId);
  }
  return true;
}

async function readPage(
  functions: EngineFunctions,
  book: BookId,
  region: Region | null,
  last: BookAsk | undefined,
): Promise<Page | null> {
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
  };
}

function isBehind(ask: BookAsk, other: BookAsk): boolean {
  if (ask.priceScale8 !== other.priceScale8) return ask.priceScale8 > other.priceScale8;
  return ask.sequence > other.sequence;
}
