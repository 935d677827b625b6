/**
 * Reads of books whose answers decide something, or are shown to somebody. A book that Redis has lost
 * says nothing: it is rebuilt first. What a book has said counts when the records have its epoch.
 */
import { fail } from '../../domain/errors';
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { fromRedis } from '../redis-unavailable';

/** How long a request waits for a book that is being rebuilt. */
const PATIENCE_MS = 5_000;

/** What reading a book takes. */
export interface VouchDeps {
  readonly books: OrderBooks;
  /** Rebuilds a book that is closed, unless nobody ever rested an order in it. */
  readonly reopenKnown: (book: BookId) => Promise<boolean>;
  /** Whether the records have this epoch of the book; another book is rebuilt, and to be asked anew. */
  readonly vouches: (book: BookId, epoch: number) => Promise<boolean>;
}

/**
 * @param read null while the book is closed
 * @returns null when nobody ever rested an order in the book
 * @throws Failure `service_unavailable` when Redis is unavailable, or the book stays closed
 */
export async function readVouched<Answer extends { readonly epoch: number }>(
  { books, reopenKnown, vouches }: VouchDeps,
  book: BookId,
  read: () => Promise<Answer | null>,
  patienceMs = PATIENCE_MS,
): Promise<Answer | null> {
  const until = performance.now() + patienceMs;
  do {
    const answer = await fromRedis(books.functions.redis, read);
    if (answer) {
      if (await vouches(book, answer.epoch)) return answer;
    } else if (!(await reopenKnown(book))) return null;
  } while (performance.now() < until);
  throw fail('service_unavailable', { internal: 'the book stays closed' });
}
