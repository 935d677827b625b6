/**
 * Compares a book with the records, to repair what a process failed to report to the book before it
 * died: every order once, when this relay has loaded the book, and then those that have changed. A
 * book in which nothing changes is not compared again.
 */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks, PlaceAsk } from '../../engine/book';
import { type BookEvent, type BookOrder, idOf } from '../../engine/layouts';
import { isRedisAway } from '../../engine/redis-away';
import type { BookImage } from './book-image';
import type { Lease } from '../lease';
import type { RelayPorts } from './ports';

const IDS_PER_PAGE = 500;
const PAGES_PER_RUN = 4;
/** The gateway that placed a younger order is still recording its place. */
const PLACING_MS = 5_000;

type Side = BookOrder['side'];
type Ports = Pick<
  RelayPorts,
  'epochOf' | 'unplacedAsks' | 'placed' | 'expired' | 'activeAsks' | 'openBids' | 'restingBids'
>;

export class Comparison {
  private image: BookImage | null = null;
  /** Whether the epoch and the unplaced asks have to be compared. */
  private isBookDue = true;
  /** Orders that may have ended in the records. */
  private readonly suspects = { ask: [] as string[], bid: [] as string[] };
  /** Orders that entered the book, by the time when their place must be recorded. */
  private entered: { readonly side: Side; readonly id: string; readonly dueAt: number }[] = [];
  /** Bids that may have been lost. */
  private missing: string[] = [];
  /** The search for lost bids continues after this one; null when it has ended. */
  private behindBidId: string | null = '';

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
   * An order has ended in the records, or its place was recorded.
   * @returns whether it has to be compared with the book
   */
  noteOrder(side: Side, id: string): boolean {
    const isKnown = this.image?.has(id) ?? false;
    if (isKnown) this.suspects[side].push(id);
    else if (side === 'bid') this.missing.push(id);
    return isKnown || side === 'bid';
  }

  /** An order that entered the book is compared once, when its place must be recorded. */
  noteEvent({ kind, order }: BookEvent): void {
    if (kind !== 'placed' || !order) return;
    const dueAt = performance.now() + PLACING_MS;
    this.entered.push({ side: order.side, id: idOf(order), dueAt });
  }

  /** Compares every order again: changes of the records may have been missed. */
  restart(): void {
    this.image = null;
  }

  /** Until there is something to compare; Infinity when nothing is known. */
  get dueInMs(): number {
    const { image, suspects, missing, behindBidId } = this;
    const isDue = !image || this.isBookDue || behindBidId !== null || missing.length > 0;
    if (isDue || suspects.ask.length > 0 || suspects.bid.length > 0) return 0;
    const next = this.entered[0]?.dueAt ?? Infinity;
    return Math.max(0, next - performance.now());
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
    this.suspectEntered();
    await this.cancelEnded(lease, image, 'ask', failures);
    await this.cancelEnded(lease, image, 'bid', failures);
    await this.findLostBids(lease, image);
    return failures;
  }

  private begin(image: BookImage): void {
    this.image = image;
    this.isBookDue = true;
    this.suspects.ask = [...image.idsOf('ask')];
    this.suspects.bid = [...image.idsOf('bid')];
    this.missing = [];
    this.behindBidId = '';
  }

  private suspectEntered(): void {
    const now = performance.now();
    const young = this.entered.findIndex(({ dueAt }) => dueAt > now);
    const due = this.entered.splice(0, young === -1 ? this.entered.length : young);
    for (const { side, id } of due) this.suspects[side].push(id);
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

  /** Rebuilds a book that lacks a recorded resting bid. */
  private async findLostBids(lease: Lease, image: BookImage): Promise<void> {
    const { behindBidId } = this;
    if (behindBidId !== null) {
      const resting = await this.ports.restingBids(this.book, behindBidId, IDS_PER_PAGE);
      if (await this.closeIfLost(lease, image, resting)) return;
      this.behindBidId = resting.length === IDS_PER_PAGE ? resting.at(-1)! : null;
    }
    const page = this.missing.slice(0, IDS_PER_PAGE);
    if (await this.closeIfLost(lease, image, page)) return;
    this.missing.splice(0, page.length);
  }

  private async closeIfLost(
    lease: Lease,
    image: BookImage,
    resting: readonly string[],
  ): Promise<boolean> {
    const { books, book } = this;
    const unseen = resting.filter((id) => !image.has(id));
    if (unseen.length === 0) return false;
    const lost = await books.unknown({ book, ids: unseen });
    if (lost.length === 0 || (await this.ports.openBids(lost)).length === 0) return false;
    lease.check();
    await books.invalidate(book, image.epoch);
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
  private async cancelEnded(
    lease: Lease,
    image: BookImage,
    side: Side,
    failures: unknown[],
  ): Promise<void> {
    const suspects = this.suspects[side];
    const failed: string[] = [];
    for (let pages = 0; pages < PAGES_PER_RUN && suspects.length > 0; pages += 1) {
      const page = suspects.splice(-IDS_PER_PAGE);
      try {
        const known = page.filter((id) => image.has(id));
        for (const id of await this.endedOf(lease, side, known)) {
          lease.check();
          await this.books.cancel({ book: this.book, id }).catch((err: Error) => {
            failures.push(unlessAway(err));
            failed.push(id);
          });
        }
      } catch (err) {
        suspects.push(...page, ...failed);
        throw err;
      }
    }
    suspects.unshift(...failed);
  }

  private async endedOf(lease: Lease, side: Side, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    lease.check();
    const { ports } = this;
    const alive = new Set(await (side === 'ask' ? ports.activeAsks(ids) : ports.openBids(ids)));
    return ids.filter((id) => !alive.has(id));
  }
}

/** @throws the error when it concerns every order */
function unlessAway(err: Error): Error {
  if (isRedisAway(err)) throw err;
  return err;
}
