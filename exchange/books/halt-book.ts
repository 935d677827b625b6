/** The halt of an order book, by the operator: no matching, cancels still work. */
import { fail } from '../../domain/errors';
import { type BookId, bookName } from '../../domain/instruments';
import type { BookDocument } from '../../records/book';
import { fromRedis } from '../redis-unavailable';
import type { BookDeps } from './renew-books';
import { writable } from '../../records/writable';

/** A book may be rebuilt several times in a row: attempts before the answer is 503. */
const APPLY_TRIES = 3;

/**
 * Halts a book, or resumes it. The record is written first: a book that is rebuilt meanwhile opens as
 * the record says. Repeating the request finishes what was cut short.
 * @param halt null resumes
 * @throws Failure `not_found`, `service_unavailable`
 */
export async function haltBook(
  deps: BookDeps,
  book: BookId,
  halt: { readonly reason: string } | null,
): Promise<BookDocument> {
  const now = new Date();
  const document = await writable(deps.records.books).findOneAndUpdate(
    { _id: bookName(book) },
    { $set: { halt: halt && { reason: halt.reason, at: now }, updatedAt: now } },
    { returnDocument: 'after' },
  );
  if (!document) throw fail('not_found', { message: 'There is no such book yet.' });
  await apply(deps, book, halt !== null);
  return document;
}

/** A book under rebuild may have been read before the record was written: it is told as well. */
async function apply({ books, reopen }: BookDeps, book: BookId, halted: boolean): Promise<void> {
  const change = () => (halted ? books.halt(book) : books.resume(book));
  for (let attempt = 0; attempt < APPLY_TRIES; attempt++) {
    const { status } = await fromRedis(books.functions.redis, async () => change());
    if (status !== 'unavailable') return;
    await reopen(book);
  }
  throw fail('service_unavailable', { internal: 'the book stays closed' });
}
