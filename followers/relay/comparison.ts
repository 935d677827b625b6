/**
 * Compares a book with the records, to repair what a process failed to report to the book before it
 * died.
 */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import type { BookOrder } from '../../engine/layouts';
import type { BookImage } from './book-image';
import type { Lease } from '../lease';
import type { RelayPorts } from './ports';

const IDS_PER_PAGE = 500;
const PAGES_PER_RUN = 4;

type Ports = Pick<
  RelayPorts,
  'epochOf' | 'unplacedAsks' | 'placed' | 'expired' | 'activeAsks' | 'openBids' | 'restingBids'
>;

export class Comparison {
  private comparedAt = -Infinity;
  /** Orders that the search for ended orders has yet to check. */
  private readonly waiting = { ask: [] as string[], bid: [] as string[] };
  /** The search for lost bids continues after this one. */
  private behindBidId = '';

  constructor(
    private readonly books: OrderBooks,
    private readonly book: BookId,
    private readonly ports: Ports,
    private readonly everyMs: number,
  ) {}

  async run(lease: Lease, image: BookImage): Promise<void> {
    if (performance.now() - this.comparedAt < this.everyMs) return;
    this.comparedAt = performance.now();
    if (await this.closeLeftBehind(lease, image)) return;
    await this.placeMissing(lease);
    await this.cancelGhosts(lease, image, 'ask', (ids) => this.ports.activeAsks(ids));
    await this.cancelGhosts(lease, image, 'bid', (ids) => this.ports.openBids(ids));
    await this.findLostBids(lease, image);
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
    const { books, book } = this;
    const resting = await this.ports.restingBids(book, this.behindBidId, IDS_PER_PAGE);
    this.behindBidId = resting.length === IDS_PER_PAGE ? resting.at(-1)! : '';
    const unseen = resting.filter((id) => !image.has(id));
    if (unseen.length === 0) return;
    const lost = await books.unknown({ book, ids: unseen });
    if ((await this.ports.openBids(lost)).length === 0) return;
    lease.check();
    await books.invalidate(book, image.epoch);
  }

  /**
   * Places asks that are active in MongoDB but were never placed, because the placing process died.
   */
  private async placeMissing(lease: Lease): Promise<void> {
    for (const ask of await this.ports.unplacedAsks(this.book)) {
      lease.check();
      const result = await this.books.place(ask);
      if (result.status === 'expired') await this.ports.expired([ask.askId]);
      if (result.status !== 'placed' && result.status !== 'duplicate') continue;
      const isActive = await this.ports.placed(ask.askId, result);
      if (!isActive) await this.books.cancel({ book: this.book, id: ask.askId });
    }
  }

  /**
   * Cancels orders of the book that have ended in MongoDB, because the ending process died. A large
   * book is searched in several runs.
   */
  private async cancelGhosts(
    lease: Lease,
    image: BookImage,
    side: BookOrder['side'],
    living: (ids: readonly string[]) => Promise<string[]>,
  ): Promise<void> {
    if (this.waiting[side].length === 0) this.waiting[side] = [...image.idsOf(side)];
    for (let pages = 0; pages < PAGES_PER_RUN && this.waiting[side].length > 0; pages += 1) {
      const page = this.waiting[side].splice(-IDS_PER_PAGE);
      lease.check();
      const alive = new Set(await living(page));
      for (const id of page.filter((known) => !alive.has(known))) {
        lease.check();
        await this.books.cancel({ book: this.book, id });
      }
    }
  }
}
