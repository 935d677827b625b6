import type { BookId } from '../domain/instruments';
import type { ExchangeDeps } from './deps';

/**
 * Builds a book anew from the records that have left its epoch behind, unless somebody has done so
 * meanwhile. What was taken from it needs no tombstone and is not given back: the records refuse all
 * of its epoch, and its tokens are open again in the new one.
 */
export async function renewBook(
  { books, reopen }: Pick<ExchangeDeps, 'books' | 'reopen'>,
  book: BookId,
  epoch: number,
): Promise<void> {
  await books.invalidate(book, epoch);
  await reopen(book);
}
