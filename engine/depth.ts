/**
 * Reads a book's depth in bounded pages that together are consistent at one version.
 *
 * Each page is atomic, but the book may change between two pages. Before a page is added, the
 * journal's events since the previous page are applied to the orders already read.
 */
import type { BookId } from '../domain/instruments';
import { REGIONS, type Region } from '../domain/regions';
import { readJournal } from './journal';
import { valueAt, integerAt, type EngineFunctions } from './functions';
import { NO_PIN, REGION_CODES } from './keys';
import { idOf, isOnOffer, parseVersion, positionOf, unpackOrder, type BookOrder } from './layouts';

const PAGE_ORDERS = 500;

export interface Level {
  readonly priceScale8: bigint;
  readonly quantityTokens: number;
}

export interface Levels {
  /** Best price first, on both sides. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** Version of the book within its epoch; 0 and 0 when there is no book. */
  readonly sequence: number;
  readonly epoch: number;
}

/** The part of one side that is read. */
interface View {
  readonly book: BookId;
  readonly side: BookOrder['side'];
  /** Regions of asks, or pins of bids, by their codes; all codes: the whole side. */
  readonly codes: Buffer;
}

interface Snapshot {
  readonly epoch: number;
  readonly version: number;
  /** Redis's time at the last page. */
  readonly nowMs: number;
  /** The orders on offer, by id. */
  readonly orders: Map<string, BookOrder>;
  /** The last order read; null when all were read. */
  readonly last: BookOrder | null;
}

interface OfferedPage {
  readonly epoch: number;
  readonly version: number;
  /** Redis's time. */
  readonly nowMs: number;
  readonly orders: readonly BookOrder[];
  readonly isLast: boolean;
}

/**
 * The book as seen from a region: its own asks, and the bids pinned to it or to none; null for all
 * (DATA-1).
 */
export async function readLevels(
  functions: EngineFunctions,
  book: BookId,
  region: Region | null,
  limit: number,
): Promise<Levels> {
  // One price more than requested: the last one may continue on the next page.
  const isEnough: IsEnough = (orders, nowMs) =>
    limit !== Infinity && levelsOf(currentOf(orders, nowMs)).length > limit;
  for (;;) {
    const asks = await readOffered(functions, viewOf(book, 'ask', region), isEnough);
    const bids = await readOffered(functions, viewOf(book, 'bid', region), isEnough);
    if (!asks || !bids) return { bids: [], asks: [], sequence: 0, epoch: 0 };
    const isOne = await bringForward(functions, viewOf(book, 'ask', region), asks, bids);
    const levels = (orders: Map<string, BookOrder>) =>
      levelsOf(currentOf(orders, bids.nowMs)).slice(0, limit);
    const askLevels = levels(asks.orders);
    if (!isOne || (asks.last && askLevels.length < limit)) continue;
    const { version: sequence, epoch } = bids;
    return { asks: askLevels, bids: levels(bids.orders), sequence, epoch };
  }
}

/** `<epoch>-<version>` of the newest change of a book; null when there is no book. */
export async function readVersion(
  functions: EngineFunctions,
  book: BookId,
): Promise<string | null> {
  const nothing = ['asks', ALL_ASKS, 0, ''];
  const answer = await functions.call<'page' | 'unavailable'>('offered', book, nothing);
  return answer.status === 'unavailable' ? null : valueAt(answer, 0).toString();
}

/** Whether the orders read are enough at a time: expired orders do not count. */
type IsEnough = (orders: Map<string, BookOrder>, nowMs: number) => boolean;

function currentOf(orders: Map<string, BookOrder>, nowMs: number): BookOrder[] {
  return [...orders.values()].filter(({ expiresAtMs }) => (expiresAtMs ?? Infinity) > nowMs);
}

/** Orders of one side as one row per price, best first. */
export function levelsOf(orders: Iterable<BookOrder>): Level[] {
  const quantities = new Map<bigint, number>();
  let isBidSide = false;
  for (const { side, priceScale8, remainingTokens } of orders) {
    isBidSide = side === 'bid';
    quantities.set(priceScale8, (quantities.get(priceScale8) ?? 0) + remainingTokens);
  }
  const levels = [...quantities]
    .map(([priceScale8, quantityTokens]) => ({ priceScale8, quantityTokens }))
    .sort((a, b) => (a.priceScale8 < b.priceScale8 ? -1 : 1));
  return isBidSide ? levels.reverse() : levels;
}

const ALL_ASKS = Buffer.from(REGIONS.map((region) => REGION_CODES[region]));
const ALL_BIDS = Buffer.from([NO_PIN, ...ALL_ASKS]);

function viewOf(book: BookId, side: BookOrder['side'], region: Region | null): View {
  if (!region) return { book, side, codes: side === 'ask' ? ALL_ASKS : ALL_BIDS };
  const code = REGION_CODES[region];
  return { book, side, codes: side === 'ask' ? Buffer.of(code) : Buffer.of(NO_PIN, code) };
}

function isOfView({ side, codes }: View, order: BookOrder): boolean {
  if (order.side !== side) return false;
  return codes.includes(order.region ? REGION_CODES[order.region] : NO_PIN);
}

/** Applies the events up to a later read; false when the journal no longer has them. */
async function bringForward(
  functions: EngineFunctions,
  view: View,
  snapshot: Snapshot,
  later: Snapshot,
): Promise<boolean> {
  const changes = await changesBetween(functions, view.book, snapshot, later);
  for (const order of changes ?? []) {
    if (isRead(order, snapshot.last)) fold(snapshot.orders, view, order);
  }
  return changes !== null;
}

function isRead(order: BookOrder, last: BookOrder | null): boolean {
  return !last || Buffer.compare(positionOf(order), positionOf(last)) <= 0;
}

function fold(orders: Map<string, BookOrder>, view: View, order: BookOrder): void {
  if (!isOfView(view, order)) return;
  if (isOnOffer(order)) orders.set(idOf(order), order);
  else orders.delete(idOf(order));
}

/**
 * Reads pages until the last one or until there are enough orders; null when the book is
 * unavailable.
 */
async function readOffered(
  functions: EngineFunctions,
  view: View,
  isEnough: IsEnough,
): Promise<Snapshot | null> {
  let orders = new Map<string, BookOrder>();
  let former: OfferedPage | null = null;
  for (;;) {
    const last: BookOrder | undefined = former?.orders.at(-1);
    const page = await readOfferedPage(functions, view, last);
    if (!page) return null;
    const changes = former && (await changesBetween(functions, view.book, former, page));
    former = page;
    if (last && !changes) {
      orders = new Map();
      former = null;
      continue;
    }
    for (const order of changes ?? []) {
      if (last && isRead(order, last)) fold(orders, view, order);
    }
    for (const order of page.orders) orders.set(idOf(order), order);
    if (page.isLast) return { ...page, orders, last: null };
    if (isEnough(orders, page.nowMs)) return { ...page, orders, last: page.orders.at(-1) ?? null };
  }
}

/**
 * The orders that changed between two reads, in their new state; null when the journal no longer
 * has the changes.
 */
async function changesBetween(
  functions: EngineFunctions,
  book: BookId,
  former: { readonly epoch: number; readonly version: number },
  later: { readonly epoch: number; readonly version: number },
): Promise<BookOrder[] | null> {
  if (former.epoch !== later.epoch) return null;
  const count = later.version - former.version;
  if (count === 0) return [];
  const events = await readJournal(functions.redis, book, former, count);
  return events.length < count ? null : events.flatMap((event) => event.order ?? []);
}

/** The next orders after `last`, at most a page; null when the book is unavailable. */
async function readOfferedPage(
  functions: EngineFunctions,
  { book, side, codes }: View,
  last: BookOrder | undefined,
): Promise<OfferedPage | null> {
  const answer = await functions.call<'page' | 'unavailable'>('offered', book, [
    `${side}s`,
    codes,
    PAGE_ORDERS,
    last ? positionOf(last) : '',
  ]);
  if (answer.status === 'unavailable') return null;
  const orders = answer.values.slice(2).map(unpackOrder);
  return {
    ...parseVersion(valueAt(answer, 0).toString()),
    nowMs: integerAt(answer, 1),
    orders,
    isLast: orders.length < PAGE_ORDERS,
  };
}
