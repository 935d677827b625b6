/**
 * I12: the books offer what the records say. An index that is wrong sells nothing that does not
 * exist, since MongoDB decides; it hides capacity, or wastes reservations. The relay repairs what a
 * dead process left behind within a lease of a reservation; what differs for longer is a defect.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type BookId, parseBookName } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { type BookAsk, type BookBid, idOf } from '../../engine/layouts';
import type { Records } from '../../records/connect';
import { resultOf } from '../../records/invariants/result';
import type { InvariantResult } from '../../records/documents/reconciliation';

export const BOOKS_ID = 'I12';
const NAME =
  'Every active ask is offered by its book with what remains of it, the books offer no other asks, and searches find every resting order.';

/** 100 orders each: of a larger book this part is compared. */
const PAGES = 100;
/** An ask that is expiring may have done so on one side only. */
const EXPIRING_MS = 10_000;
/** For the relay's turn, behind the lease of a reservation. */
const REPAIR_MS = 15_000;

/**
 * An ask of which the same tokens are reserved and returned again and again may differ in the same
 * way at two moments, and not at each of several.
 */
const FURTHER_READS = 6;
const READ_EVERY_MS = 250;

interface Deps {
  readonly records: Pick<Records, 'asks' | 'books'>;
  readonly books: Pick<OrderBooks, 'orders'>;
  readonly settings: { readonly RESERVATION_LEASE_MS: number };
}

/** Tokens that searches find, by id of the order, where the two differ; 0 for an order that is not there. */
type Differences = ReadonlyMap<string, { readonly shown: number; readonly recorded: number }>;

/**
 * Reads the books, and those that differ again. An ask that trades meanwhile has other quantities
 * then, and is left to the next check.
 * @param waitMs between the first two reads
 */
export function compareBooks(
  deps: Deps,
  waitMs = deps.settings.RESERVATION_LEASE_MS + REPAIR_MS,
): Promise<InvariantResult> {
  return resultOf({ id: BOOKS_ID, name: NAME }, () => lastingDifferences(deps, waitMs));
}

interface Suspect {
  readonly book: BookId;
  readonly differences: Differences;
}

/** @returns ids of asks */
async function lastingDifferences(deps: Deps, waitMs: number): Promise<string[]> {
  const known = await deps.records.books.find({}, { projection: { _id: 1 } }).toArray();
  let suspects: Suspect[] = [];
  for (const { _id } of known) {
    const book = parseBookName(_id);
    const differences = await differencesOf(deps, book);
    if (differences.size > 0) suspects.push({ book, differences });
  }
  for (let read = 0; read < FURTHER_READS && suspects.length > 0; read += 1) {
    await delay(read === 0 ? waitMs : READ_EVERY_MS);
    suspects = await stillSuspect(deps, suspects);
  }
  return suspects.flatMap(({ differences }) => [...differences.keys()]);
}

async function stillSuspect(deps: Deps, suspects: readonly Suspect[]): Promise<Suspect[]> {
  const lasting: Suspect[] = [];
  for (const { book, differences: before } of suspects) {
    const now = await differencesOf(deps, book);
    const same = [...now].filter(([id, { shown, recorded }]) => {
      const then = before.get(id);
      return then?.shown === shown && then.recorded === recorded;
    });
    if (same.length > 0) lasting.push({ book, differences: new Map(same) });
  }
  return lasting;
}

async function differencesOf({ books, records }: Deps, book: BookId): Promise<Differences> {
  const offered = await offeredBy(books, book);
  if (!offered) return new Map(); // nobody reads a closed book before it is rebuilt
  const { asks, hiddenBids, isWhole } = offered;
  const { modelId, tenor } = book;
  const active = await records.asks
    .find(
      {
        modelId,
        tenor,
        status: 'active',
        sequence: { $ne: null },
        ...(isWhole ? {} : { _id: { $in: [...asks.keys()] } }),
      },
      { projection: { remainingTokens: 1, expiresAt: 1 } },
    )
    .toArray();
  const recorded = new Map(active.map((ask) => [ask._id, ask]));
  const expiringMs = Date.now() + EXPIRING_MS;
  const differences = new Map(
    hiddenBids.map((bid) => [bid.orderId, { shown: 0, recorded: bid.remainingTokens }]),
  );
  for (const id of new Set([...asks.keys(), ...recorded.keys()])) {
    const [ask, record] = [asks.get(id), recorded.get(id)];
    const expiresAtMs = ask?.expiresAtMs ?? record?.expiresAt.getTime() ?? 0;
    const tokens = { shown: ask?.remainingTokens ?? 0, recorded: record?.remainingTokens ?? 0 };
    if (expiresAtMs > expiringMs && tokens.shown !== tokens.recorded) differences.set(id, tokens);
  }
  return differences;
}

interface Offered {
  /** Those that searches find. */
  readonly asks: ReadonlyMap<string, BookAsk>;
  readonly hiddenBids: readonly BookBid[];
  readonly isWhole: boolean;
}

/** @returns null for a book without an epoch */
async function offeredBy(books: Deps['books'], book: BookId): Promise<Offered | null> {
  const asks = new Map<string, BookAsk>();
  const hiddenBids: BookBid[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES; pages += 1) {
    const page = await books.orders({ book, cursor, withIndexes: true });
    if (!page) return null;
    const hidden = new Set(page.hidden);
    for (const order of page.orders) {
      const isHidden = hidden.has(idOf(order));
      if (order.side === 'bid' && isHidden) hiddenBids.push(order);
      if (order.side === 'ask' && order.state === 'open' && !isHidden) asks.set(order.askId, order);
    }
    cursor = page.cursor;
    if (cursor === null) return { asks, hiddenBids, isWhole: true };
  }
  return { asks, hiddenBids, isWhole: false };
}
