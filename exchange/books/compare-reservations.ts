/**
 * I15: what a book reserves, the records know. A reservation that became no fill, and what an ended
 * fill did not use, return to the book within a lease, also when whoever had to return them is
 * dead: the relay does it. Tokens that a book holds for longer are hidden from every buyer. The
 * quantities of an ask that is traded all the time differ from its record at every moment (I12), so
 * this is looked for fill by fill.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type BookId, parseBookName } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { type HeldFill, readHeldFills, stillHeld } from '../../engine/held-fills';
import type { Records } from '../../records/connect';
import { resultOf } from '../../records/invariants/result';
import type { InvariantResult } from '../../records/documents/reconciliation';
import { outcomesOf } from './fill-outcomes';

export const RESERVATIONS_ID = 'I15';
const NAME =
  'No book holds tokens for longer than the lease of a reservation that no fill of the records has.';

/** 1,000 orders and fills each: of a book with more this part is read. */
const PAGES = 1_000;
/** For the relay's turn, behind the lease of a reservation. */
const REPAIR_MS = 15_000;

interface Deps {
  readonly records: Pick<Records, 'books' | 'ledger' | 'contractOrders'>;
  readonly books: Pick<OrderBooks, 'epochOf' | 'functions'>;
  readonly settings: { readonly RESERVATION_LEASE_MS: number };
}

/**
 * Reads the fills of all books, and those without a use for their tokens a second time.
 * @param waitMs between both reads: what is young, or being settled, has its outcome then
 */
export function compareReservations(
  deps: Deps,
  waitMs = deps.settings.RESERVATION_LEASE_MS + REPAIR_MS,
): Promise<InvariantResult> {
  return resultOf({ id: RESERVATIONS_ID, name: NAME }, () => lastingReservations(deps, waitMs));
}

/** @returns ids of fills */
async function lastingReservations(deps: Deps, waitMs: number): Promise<string[]> {
  const known = await deps.records.books.find({}, { projection: { _id: 1 } }).toArray();
  const suspects: { readonly book: BookId; readonly epoch: number; fillIds: string[] }[] = [];
  for (const { _id } of known) {
    const book = parseBookName(_id);
    const epoch = await deps.books.epochOf(book);
    if (epoch === null) continue; // a rebuild reserves what the records do
    const fillIds = await withoutUse(deps, book);
    if (fillIds.length > 0) suspects.push({ book, epoch, fillIds });
  }
  if (suspects.length === 0) return [];
  await delay(waitMs);
  const lasting: string[] = [];
  for (const { book, epoch, fillIds } of suspects) {
    if ((await deps.books.epochOf(book)) !== epoch) continue;
    const held = await stillHeld(deps.books.functions.redis, book, fillIds);
    lasting.push(...(await useless(deps.records, held)));
  }
  return lasting;
}

async function withoutUse({ books, records }: Deps, book: BookId): Promise<string[]> {
  const fillIds: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES; pages += 1) {
    const page = await readHeldFills(books.functions.redis, book, cursor);
    fillIds.push(...(await useless(records, page.fills)));
    ({ cursor } = page);
    if (cursor === null) break;
  }
  return [...new Set(fillIds)];
}

/** @returns the ids of those that hold tokens which nobody will use */
async function useless(records: Deps['records'], held: readonly HeldFill[]): Promise<string[]> {
  const outcomes = await outcomesOf(records, held);
  const fillIds = held.map(({ fillId }) => fillId);
  return fillIds.filter((fillId) => {
    const outcome = outcomes.get(fillId);
    return !outcome || (outcome.state === 'ended' && outcome.unusedTokens > 0);
  });
}
