/**
 * Compares a book with the records, over and over, one page at a time: what Redis hides or has lost,
 * and orders that have ended in the records. Nobody has to have noticed anything for it. What no
 * command can refer to any more is deleted on the way.
 */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { idOf } from '../../engine/layouts';
import type { BookOrderName, RelayPorts } from './ports';

const IDS_PER_PAGE = 200;

/** What a comparison reports to the book's relay. */
export interface ComparedBook {
  /** This epoch of the book hides or lacks orders. */
  noteDamage(epoch: number): void;
  /** The order has ended in the records. */
  noteOrder(order: BookOrderName): void;
}

export class Slices {
  constructor(
    private readonly books: Pick<OrderBooks, 'forget' | 'orders' | 'unknown'>,
    private readonly ports: Pick<RelayPorts, 'ended' | 'resting'>,
    /** Before each page; false ends the comparison. */
    private readonly pause: () => Promise<boolean>,
  ) {}

  /**
   * Compares the whole book once.
   * @returns its epoch; null when there was nothing more to compare
   */
  async compare(book: BookId, compared: ComparedBook): Promise<number | null> {
    const epoch = await this.compareBook(book, compared);
    if (epoch === null) return null;
    const lacks = (await this.lacksOrder(book, 'ask')) || (await this.lacksOrder(book, 'bid'));
    if (lacks) compared.noteDamage(epoch);
    return epoch;
  }

  private async compareBook(book: BookId, compared: ComparedBook): Promise<number | null> {
    for (let cursor: string | null = null; await this.pause();) {
      await this.books.forget({ book, cursor });
      const page = await this.books.orders({ book, cursor, withIndexes: true });
      if (!page) return null;
      if (page.hidden.length > 0) {
        compared.noteDamage(page.epoch);
        return null;
      }
      const names = page.orders.map((order) => ({ side: order.side, id: idOf(order) }));
      for (const order of await this.ports.ended(names)) compared.noteOrder(order);
      ({ cursor } = page);
      if (cursor === null) return page.epoch;
    }
    return null;
  }

  /** An order that has ended meanwhile is still there: the book remembers it for some hours. */
  private async lacksOrder(book: BookId, side: BookOrderName['side']): Promise<boolean> {
    for (let behindId = ''; await this.pause();) {
      const ids = await this.ports.resting(book, side, behindId, IDS_PER_PAGE);
      if ((await this.books.unknown({ book, ids })).length > 0) return true;
      if (ids.length < IDS_PER_PAGE) return false;
      behindId = ids.at(-1)!;
    }
    return false;
  }
}
