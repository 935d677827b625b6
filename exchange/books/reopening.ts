/** Rebuilds books from the records. A book is trusted only while the records have its epoch. */
import { type BookId, bookName } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { rebuildBook } from '../../engine/rebuild';
import type { Records } from '../../records/connect';
import { recordPlace } from './book-writes';

/** Places of new asks that are recorded at once. */
const PLACES_AT_ONCE = 100;

export interface Reopening {
  /** Rebuilds a closed book from the records; opens a new book. */
  reopen(book: BookId): Promise<void>;
  /** For callers that only reserve: a book without orders stays closed. */
  reopenKnown(book: BookId): Promise<boolean>;
  /**
   * Whether the records have the epoch of a book that answered. They had it before the answer as
   * well, because the records' epoch only advances while the book is closed. A book with another
   * epoch is rebuilt and must be asked again.
   */
  isEpochCurrent(book: BookId, epoch: number): Promise<boolean>;
}

export function reopening(books: OrderBooks, records: Records): Reopening {
  const reopen = singleFlight((book) => reopenBook(books, records, book));
  return {
    reopen,
    async reopenKnown(book) {
      if (!(await records.isBookKnown(book))) return false;
      await reopen(book);
      return true;
    },
    async isEpochCurrent(book, epoch) {
      if ((await records.epochOf(book)) === epoch) return true;
      await books.invalidate(book, epoch);
      await reopen(book);
      return false;
    },
  };
}

/** Rebuilds a closed book from the records and stores the places that it assigned to new asks. */
async function reopenBook(books: OrderBooks, records: Records, book: BookId): Promise<void> {
  const result = await rebuildBook(books, book, (name, claim) => records.loadBook(name, claim), {
    unlessOpen: true,
  });
  if (result.status !== 'opened') return;
  const { epoch, assigned } = result;
  for (let at = 0; at < assigned.length; at += PLACES_AT_ONCE) {
    const page = assigned.slice(at, at + PLACES_AT_ONCE);
    await Promise.all(
      page.map(({ askId, sequence }) => recordPlace(records, askId, { sequence, epoch })),
    );
  }
}

/** Concurrent calls for the same book share one run. */
function singleFlight(run: (book: BookId) => Promise<void>): (book: BookId) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  return (book) => {
    const name = bookName(book);
    const current = running.get(name) ?? run(book).finally(() => running.delete(name));
    running.set(name, current);
    return current;
  };
}
