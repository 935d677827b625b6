/**
 * Maintenance of a book, which bounds its stored data: the search for data that no command can refer
 * to any more.
 *
 * The search follows what happens in the book, a page for so many events, so that it costs a part of
 * what the events cost, and nothing in a quiet book. An event leaves at most one entry behind. So
 * during one search of a book of n entries about n / 5 new ones can become obsolete. Two searches
 * follow no events: one when a relay begins, because it does not know how far the last one came, and
 * one after the last event, when the fills that it left behind are obsolete.
 */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { FORGOTTEN_AFTER_MS } from '../../engine/library';
import type { Lease } from '../lease';

/** A page has 500 entries (`OrderBooks.forget`). */
export const EVENTS_PER_PAGE = 100;
const PAGES_PER_RUN = 4;
/** Between two pages that follow no event. */
const PAGE_EVERY_MS = 100;

export class Maintenance {
  private cursor: string | null = null;
  /** Whether a search runs that follows no events. */
  private isWhole = true;
  private nextAt = 0;
  /** Events without a page. */
  private events = 0;

  constructor(
    private readonly books: OrderBooks,
    private readonly book: BookId,
  ) {}

  /** Another relay may have searched the book meanwhile, or it is another book. */
  restart(): void {
    this.cursor = null;
    this.isWhole = true;
    this.nextAt = 0;
    this.events = 0;
  }

  /** Something happened in the book. */
  noteEvents(count: number): void {
    if (count === 0) return;
    this.events += count;
    if (!this.isWhole) this.nextAt = performance.now() + FORGOTTEN_AFTER_MS;
  }

  /** Until the next page is due. */
  get dueInMs(): number {
    if (this.events >= EVENTS_PER_PAGE) return 0;
    return Math.max(0, this.nextAt - performance.now());
  }

  /** Finishes work of a dead caller, and deletes obsolete data. */
  async run(lease: Lease): Promise<void> {
    const { books, book } = this;
    lease.check();
    await books.work(book);
    for (let pages = 0; pages < PAGES_PER_RUN && this.dueInMs === 0; pages += 1) {
      lease.check();
      await this.search();
    }
  }

  private async search(): Promise<void> {
    const { books, book, cursor } = this;
    const isByTime = performance.now() >= this.nextAt;
    if (isByTime) this.isWhole = true;
    else this.events -= EVENTS_PER_PAGE;
    const page = await books.forget({ book, cursor });
    this.cursor = page.cursor;
    if (!this.isWhole) return;
    const isLast = page.cursor === null;
    if (isLast) this.isWhole = false;
    this.nextAt = performance.now() + (isLast ? FORGOTTEN_AFTER_MS : PAGE_EVERY_MS);
  }
}
