import type { BookId } from '../../domain/instruments';
import type { ExchangeDeps } from '../deps';

/**
 * Rebuilds a book from records with a newer epoch, unless another process has done so. Reservations
 * from the old book need no tombstone and are not returned: the records refuse everything of its
 * epoch, and its tokens are open again in the new one.
 */
export async function renewBook(
  { books, reopen }: Pick<ExchangeDeps, 'books' | 'reopen'>,
  book: BookId,
  epoch: number,
): Promise<void> {
  await books.invalidate(book, epoch);
  await reopen(book);
}
