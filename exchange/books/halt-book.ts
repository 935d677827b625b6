/** The halt of an order book by the operator: matching stops, cancellations still work. */
import { fail } from '../../domain/errors';
import { type BookId, bookName } from '../../domain/instruments';
import type { BookDocument, BookHalt } from '../../records/book';
import { fromRedis } from '../redis-unavailable';
import type { BookDeps } from './renew-books';
import { writable } from '../../records/writable';

/** Attempts before the answer is 503: a book may be rebuilt several times in a row. */
const APPLY_TRIES = 3;

/**
 * Halts or resumes a book. The record is written first: a concurrent rebuild opens the book in the
 * recorded state. Repeating the request finishes an interrupted halt.
 * @param halt null resumes
 * @throws Failure `not_found`, `service_unavailable`
 */
export async function haltBook(
  deps: BookDeps,
  book: BookId,
  halt: Readonly<Pick<BookHalt, 'reason' | 'actor'>> | null,
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
