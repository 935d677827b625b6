/**
 * The default ceiling of a bid that names none (decisions section 3 rule 4): the mid of the view
 * that it may match in, or, while nobody bids there, the higher of the best ask and the list price.
 */
import type { Catalog } from '../../config/catalog';
import type { BookId } from '../../domain/instruments';
import type { Region } from '../../domain/regions';
import type { OrderBooks } from '../../engine/book';

export interface PriceDeps {
  readonly catalog: Catalog;
  readonly books: OrderBooks;
  /** Rebuilds a book from the records, unless nobody ever rested an order in it. */
  reopenKnown(book: BookId): Promise<boolean>;
}

export interface PriceView {
  readonly region: Region | null;
  readonly sellerId: string | null;
  readonly excludedSellerIds: readonly string[];
}

export async function prevailingPriceScale8(
  { books, reopenKnown, catalog }: PriceDeps,
  book: BookId,
  view: PriceView,
): Promise<bigint> {
  if ((await books.epochOf(book)) === null) await reopenKnown(book); // Redis has lost it: MongoDB knows its orders
  const [ask, bidScale8] = await Promise.all([
    books.best({ book, ...view }),
    books.bestBid({ book, region: view.region }),
  ]);
  if (ask && bidScale8 !== null) return (ask.priceScale8 + bidScale8 + 1n) / 2n;
  const list = catalog.instrument(book.modelId)?.listPriceScale8 ?? 1n;
  return ask && ask.priceScale8 > list ? ask.priceScale8 : list;
}
