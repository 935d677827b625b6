/**
 * Reads of books that decide something or are shown to clients. A lost book is rebuilt before it
 * answers. An answer counts only while the records have the book's epoch.
 */
import { fail } from '../../domain/errors';
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { fromRedis } from './redis-unavailable';

/** How long a request waits for a rebuild. */
const PATIENCE_MS = 5_000;

/** Dependencies for reading a book. */
export interface BookReadDeps {
  readonly books: OrderBooks;
  /** Rebuilds a closed book, unless no order was ever placed in it. */
  readonly reopenKnown: (book: BookId) => Promise<boolean>;
  /**
   * Whether the records have this epoch of the book; a book with another epoch is rebuilt and must
   * be asked again.
   */
  readonly isEpochCurrent: (book: BookId, epoch: number) => Promise<boolean>;
}

/**
 * @param read returns null while the book is closed
 * @returns null when no order was ever placed in the book
 * @throws Failure `service_unavailable` when Redis is unavailable or the book remains closed
 */
export async function readCurrent<Answer extends { readonly epoch: number }>(
  { books, reopenKnown, isEpochCurrent }: BookReadDeps,
  book: BookId,
  read: () => Promise<Answer | null>,
  patienceMs = PATIENCE_MS,
): Promise<Answer | null> {
  const until = performance.now() + patienceMs;
  do {
    const answer = await fromRedis(books.functions.redis, read);
    if (answer) {
      if (await isEpochCurrent(book, answer.epoch)) return answer;
    } else if (!(await reopenKnown(book))) return null;
  } while (performance.now() < until);
  throw fail('service_unavailable', { internal: 'the book remains closed' });
}
