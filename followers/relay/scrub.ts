/**
 * Reads all books that a relay acts for, over and over, one page at a time, to find orders that Redis
 * hides or has lost: a look (look.ts) notices a whole index that is gone while its book rests, and
 * neither a part of one nor the index of one seller nor a single order.
 */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';

const IDS_PER_PAGE = 200;

export interface ScrubbedBook {
  readonly book: BookId;
  /** The orders that the journal left alive. */
  liveIds(): Iterable<string>;
}

/** A book whose epoch hides or lacks orders. */
export interface Damage {
  readonly book: BookId;
  readonly epoch: number;
}

interface Place {
  readonly scrubbed: ScrubbedBook;
  /** Of the next page of the book's head. */
  readonly cursor: string | null;
  /** What is looked for in the head of this epoch, once it has no more pages. */
  readonly lookedFor?: { readonly epoch: number; readonly ids: readonly string[] };
}

export class Scrub {
  /** What remains of this round: each book with the place of its next page. */
  private readonly round: Place[] = [];

  constructor(private readonly books: Pick<OrderBooks, 'orders' | 'unknown'>) {}

  /**
   * Reads the next page, of 100 to 200 entries. What fails is tried again in the next round.
   * @param followed the books of a new round
   * @returns the damage, when Redis hides or lacks an order of the page
   */
  async next(followed: () => readonly ScrubbedBook[]): Promise<Damage | null> {
    if (this.round.length === 0) {
      this.round.push(...followed().map((scrubbed) => ({ scrubbed, cursor: null })));
    }
    const place = this.round.shift();
    if (!place) return null;
    const { scrubbed, cursor, lookedFor } = place;
    if (lookedFor) return this.lookFor(scrubbed, lookedFor.epoch, lookedFor.ids);
    const { book } = scrubbed;
    const page = await this.books.orders({ book, cursor, withIndexes: true });
    if (!page) return null;
    const { epoch } = page;
    if (page.hidden.length > 0) return { book, epoch };
    if (page.cursor !== null) this.round.unshift({ scrubbed, cursor: page.cursor });
    else this.lookNext(scrubbed, epoch, [...scrubbed.liveIds()]);
    return null;
  }

  /** An order that has ended meanwhile is still there: the book remembers it for some hours. */
  private async lookFor(
    scrubbed: ScrubbedBook,
    epoch: number,
    ids: readonly string[],
  ): Promise<Damage | null> {
    const { book } = scrubbed;
    const unknown = await this.books.unknown({ book, ids: ids.slice(0, IDS_PER_PAGE) });
    if (unknown.length > 0) {
      const alive = new Set(scrubbed.liveIds());
      if (unknown.some((id) => alive.has(id))) return { book, epoch };
    }
    this.lookNext(scrubbed, epoch, ids.slice(IDS_PER_PAGE));
    return null;
  }

  private lookNext(scrubbed: ScrubbedBook, epoch: number, ids: readonly string[]): void {
    if (ids.length > 0) this.round.unshift({ scrubbed, cursor: null, lookedFor: { epoch, ids } });
  }
}
