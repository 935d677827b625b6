/** What a book needs now and then, whoever uses it: its memory does not grow for ever. */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import type { Lease } from '../lease';

/** Between two pages of one search through the memory, and between two searches. */
const PAGE_EVERY_MS = 1_000;
const SEARCH_EVERY_MS = 600_000;

export class Maintenance {
  private cursor: string | null = null;
  private nextAt = 0;

  constructor(
    private readonly books: OrderBooks,
    private readonly book: BookId,
  ) {}

  /** Finishes what a dead caller left unfinished, and forgets a page of what is past. */
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
