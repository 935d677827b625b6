/** The halt of an order book by the operator: matching stops, cancellations still work. */
import { fail } from '../../domain/errors';
import { type BookId, bookName, parseBookName } from '../../domain/instruments';
import { TENORS } from '../../domain/tenors';
import type { BookDocument, BookHalt } from '../../records/documents/book';
import { fromRedis } from './redis-unavailable';
import type { BookDeps } from './renew-books';
import { writable } from '../../records/mongodb/writable';

type Halt = Readonly<Pick<BookHalt, 'reason' | 'actor'>>;

/** Attempts before the answer is 503: a book may be rebuilt several times in a row. */
const APPLY_TRIES = 3;
const APPLIED_AT_ONCE = 16;

/**
 * Halts or resumes a book. The record is written first: a concurrent rebuild opens the book in the
 * recorded state. Repeating the request finishes an interrupted halt.
 * @param halt null resumes
 * @throws Failure `not_found`, `service_unavailable`
 */
export async function haltBook(
  deps: BookDeps,
  book: BookId,
  halt: Halt | null,
): Promise<BookDocument> {
  const now = new Date();
  const document = await writable(deps.records.books).findOneAndUpdate(
    { _id: bookName(book) },
    {
      $set: {
        halt: halt && { reason: halt.reason, actor: halt.actor ?? null, at: now },
        updatedAt: now,
      },
    },
    { returnDocument: 'after' },
  );
  if (!document) throw fail('not_found', { message: 'There is no such book yet.' });
  await apply(deps, book, halt !== null);
  return document;
}

/**
 * Halts or resumes every book that the instrument has, spot first. An error leaves the later ones as
 * they were: repeating the request finishes it.
 * @throws Failure `not_found`, `service_unavailable`
 */
export async function haltInstrument(
  deps: BookDeps,
  modelId: string,
  halt: Halt | null,
): Promise<BookDocument[]> {
  const names = TENORS.map((tenor) => bookName({ modelId, tenor }));
  const known = await deps.records.books.find({ _id: { $in: names } }).toArray();
  if (known.length === 0) throw fail('not_found', { message: 'There is no such book yet.' });
  const existing = new Set(known.map(({ _id }) => _id));
  const changed: BookDocument[] = [];
  for (const name of names.filter((one) => existing.has(one))) {
    changed.push(await haltBook(deps, parseBookName(name), halt));
  }
  return changed;
}

/**
 * Halts every open book, or resumes those that such a halt has stopped: a book that was halted for a
 * reason of its own keeps that halt. Repeating the request finishes it.
 * @returns every book, by name
 * @throws Failure `service_unavailable`
 */
export async function haltAllBooks(deps: BookDeps, halt: Halt | null): Promise<BookDocument[]> {
  const { books } = deps.records;
  const now = new Date();
  const newHalt = halt && { ...halt, actor: halt.actor ?? null, at: now, isOfAll: true };
  await writable(books).updateMany(halt ? { halt: null } : { 'halt.isOfAll': true }, {
    $set: { halt: newHalt, updatedAt: now },
  });
  const all = await books.find({}).sort({ _id: 1 }).toArray();
  const toApply = all.filter((book) => isHalted(book) === (halt !== null));
  for (let from = 0; from < toApply.length; from += APPLIED_AT_ONCE) {
    const some = toApply.slice(from, from + APPLIED_AT_ONCE);
    await Promise.all(some.map(({ _id }) => apply(deps, parseBookName(_id), halt !== null)));
  }
  return all;
}

function isHalted({ halt }: BookDocument): boolean {
  return halt != null;
}

/**
 * A rebuild in progress may have read the book before the record was written: it receives the halt
 * as well.
 */
async function apply({ books, reopen }: BookDeps, book: BookId, halted: boolean): Promise<void> {
  const change = () => (halted ? books.halt(book) : books.resume(book));
  for (let attempt = 0; attempt < APPLY_TRIES; attempt++) {
    const { status } = await fromRedis(books.functions.redis, async () => change());
    if (status !== 'unavailable') return;
    await reopen(book);
  }
  throw fail('service_unavailable', { internal: 'the book remains closed' });
}
