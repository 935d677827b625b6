/**
 * Reads all books that a relay acts for, over and over, one page at a time, to find orders that Redis
 * hides: a look (look.ts) notices a whole index that is gone while its book rests, and neither a part of
 * one nor the index of one seller.
 */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';

export class Scrub {
  /** What remains of this round: each book with the place of its next page. */
  private readonly round: { readonly book: BookId; readonly cursor: string | null }[] = [];

  constructor(private readonly books: Pick<OrderBooks, 'orders'>) {}

  /**
   * Reads the next page, of about 100 entries. What fails is tried again in the next round.
   * @param followed the books of a new round
   * @returns the book, when searches miss an order of the page
   */
  async next(followed: () => readonly BookId[]): Promise<BookId | null> {
    if (this.round.length === 0) {
      this.round.push(...followed().map((book) => ({ book, cursor: null })));
    }
    const place = this.round.shift();
    if (!place) return null;
    const page = await this.books.orders({ ...place, withIndexes: true });
    if (!page) return null;
    if (page.hidden.length > 0) return place.book;
    if (page.cursor !== null) this.round.unshift({ book: place.book, cursor: page.cursor });
    return null;
  }
}
