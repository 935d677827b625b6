/** Periodic maintenance of a book, which bounds its stored data. */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import type { Lease } from '../lease';

/** Interval between two pages of one search, and between two searches. */
const PAGE_EVERY_MS = 100;
const SEARCH_EVERY_MS = 600_000;

export class Maintenance {
  private cursor: string | null = null;
  private nextAt = 0;

  constructor(
    private readonly books: OrderBooks,
    private readonly book: BookId,
  ) {}

  /** Until the next page is due. */
  get dueInMs(): number {
    return Math.max(0, this.nextAt - performance.now());
  }

  /** Finishes work of a dead caller, and deletes a page of obsolete data. */
  async run(lease: Lease): Promise<void> {
    const { books, book } = this;
    lease.check();
    await books.work(book);
    const now = performance.now();
    if (now < this.nextAt) return;
    lease.check();
    const { cursor } = await books.forget({ book, cursor: this.cursor });
    this.cursor = cursor;
    this.nextAt = now + (cursor === null ? SEARCH_EVERY_MS : PAGE_EVERY_MS);
  }
}
