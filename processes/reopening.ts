/** Books are opened from the records, and believed only as long as the records have their epoch. */
import { type BookId, bookName } from '../domain/instruments';
import type { OrderBooks } from '../engine/book';
import { rebuildBook } from '../engine/rebuild';
import type { Records } from '../records/connect';

export interface Reopening {
  /** Rebuilds a book that is closed from the records; one that never was is opened. */
  reopen(book: BookId): Promise<void>;
  /** The same for callers that only reserve: a book without orders stays closed. */
  reopenKnown(book: BookId): Promise<boolean>;
  /**
   * Whether the records have the epoch of a book that has given an answer. It had that epoch in the
   * records before the answer as well, for the records' epoch only moves on while the book is
   * closed. Another book is rebuilt, and has to be asked anew.
   */
  vouches(book: BookId, epoch: number): Promise<boolean>;
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
    async vouches(book, epoch) {
      if ((await records.epochOf(book)) === epoch) return true;
      await books.invalidate(book, epoch);
      await reopen(book);
      return false;
    },
  };
}

/**
 * Rebuilds a book that is closed from the records and writes back the places that it gave to new asks.
 */
async function reopenBook(books: OrderBooks, records: Records, book: BookId): Promise<void> {
  const result = await rebuildBook(books, book, (name, claim) => records.loadBook(name, claim), {
    unlessOpen: true,
  });
  if (result.status !== 'opened') return;
  const { epoch, assigned } = result;
  const { asks } = records.ledger;
  await Promise.all(assigned.map(({ askId, sequence }) => asks.placed(askId, sequence, epoch)));
}

/** Calls for the same book at the same time share one run. */
function singleFlight(run: (book: BookId) => Promise<void>): (book: BookId) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  return (book) => {
    const name = bookName(book);
    const current = running.get(name) ?? run(book).finally(() => running.delete(name));
    running.set(name, current);
    return current;
  };
}
