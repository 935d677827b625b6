/**
 * Compares a book with the records, to repair what a process failed to report to the book before it
 * died: every order once, when this relay has loaded the book, and then those that are reported.
 */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks, PlaceAsk } from '../../engine/book';
import { isRedisAway } from '../../engine/redis-away';
import type { BookImage } from './book-image';
import type { Lease } from '../lease';
import type { BookOrderName, RelayPorts } from './ports';

const ORDERS_PER_PAGE = 500;
const PAGES_PER_RUN = 4;

type Ports = Pick<RelayPorts, 'epochOf' | 'unplacedAsks' | 'placed' | 'expired' | 'ended'>;

export class Comparison {
  private image: BookImage | null = null;
  /** Whether the epoch and the unplaced asks have to be compared. */
  private isBookDue = true;
  /** Orders that were not compared since the book was loaded. */
  private remaining: Iterator<BookOrderName> | null = null;
  /** Orders that may have ended in the records. */
  private suspects: BookOrderName[] = [];

  constructor(
    private readonly books: OrderBooks,
    private readonly book: BookId,
    private readonly ports: Ports,
  ) {}

  /** The book's epoch in the records may differ, or an ask may be missing in the book. */
  noteBook(): void {
    this.isBookDue = true;
  }

  /**
   * An order has ended in the records.
   * @returns whether it has to be compared with the book
   */
  noteOrder(order: BookOrderName): boolean {
    const isKnown = this.image?.has(order.id) ?? false;
    if (isKnown) this.suspects.push(order);
    return isKnown;
  }

  /** Compares every order again: changes of the records may have been missed. */
  restart(): void {
    this.image = null;
  }

  /** Whether there is something to compare. */
  get isDue(): boolean {
    return !this.image || this.isBookDue || this.remaining !== null || this.suspects.length > 0;
  }

  /**
   * An order that Redis refuses to place or to cancel concerns no other.
   * @returns the failures
   */
  async run(lease: Lease, image: BookImage): Promise<unknown[]> {
    const failures: unknown[] = [];
    if (image !== this.image) this.begin(image);
    if (this.isBookDue) {
      if (await this.closeLeftBehind(lease, image)) return failures;
      await this.placeMissing(lease, failures);
      this.isBookDue = false;
    }
    await this.cancelEnded(lease, image, failures);
    return failures;
  }

  private begin(image: BookImage): void {
    this.image = image;
    this.isBookDue = true;
    this.suspects = [];
    this.remaining = image.names();
  }

  /**
   * Closes a book whose epoch differs from the latest recorded one: the records refuse its
   * reservations. The next turn rebuilds it.
   */
  private async closeLeftBehind(lease: Lease, { epoch }: BookImage): Promise<boolean> {
    const { books, book } = this;
    if ((await this.ports.epochOf(book)) === epoch) return false;
    lease.check();
    await books.invalidate(book, epoch);
    return true;
  }

  /**
   * Places asks that are active in MongoDB but were never placed, because the placing process died.
   * One that was not placed is among the unplaced ones again.
   */
  private async placeMissing(lease: Lease, failures: unknown[]): Promise<void> {
    for (const ask of await this.ports.unplacedAsks(this.book)) {
      lease.check();
      await this.place(ask).catch((err: Error) => failures.push(unlessAway(err)));
    }
  }

  private async place(ask: PlaceAsk): Promise<void> {
    const result = await this.books.place(ask);
    if (result.status === 'expired') await this.ports.expired([ask.askId]);
    if (result.status !== 'placed' && result.status !== 'duplicate') return;
    const isActive = await this.ports.placed(ask.askId, result);
    if (!isActive) await this.books.cancel({ book: this.book, id: ask.askId });
  }

  /**
   * Cancels orders of the book that have ended in MongoDB, because the ending process died. Many
   * orders are compared in several runs; those that failed come last.
   */
  private async cancelEnded(lease: Lease, image: BookImage, failures: unknown[]): Promise<void> {
    const failed: BookOrderName[] = [];
    let page: BookOrderName[] = [];
    try {
      for (let pages = 0; pages < PAGES_PER_RUN && this.isDue; pages += 1) {
        page = this.nextPage();
        lease.check();
        for (const order of await this.ports.ended(page.filter(({ id }) => image.has(id)))) {
          lease.check();
          await this.books.cancel({ book: this.book, id: order.id }).catch((err: Error) => {
            failures.push(unlessAway(err));
            failed.push(order);
          });
        }
        page = [];
      }
    } finally {
      this.suspects.push(...page, ...failed);
    }
  }

  private nextPage(): BookOrderName[] {
    const page: BookOrderName[] = [];
    while (this.remaining && page.length < ORDERS_PER_PAGE) {
      const next = this.remaining.next();
      if (next.done) this.remaining = null;
      else page.push(next.value);
    }
    page.push(...this.suspects.splice(0, ORDERS_PER_PAGE - page.length));
    return page;
  }
}

/** @throws the error when it concerns every order */
function unlessAway(err: Error): Error {
  if (isRedisAway(err)) throw err;
  return err;
}
