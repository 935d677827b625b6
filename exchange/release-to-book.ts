/** Gives reserved capacity back to the book. MongoDB had it back before; the book is only its index. */
import type { Tenor } from '../domain/tenors';
import type { OrderBooks } from '../engine/book';
import type { FillDocument } from '../records/fill';
import type { ExchangeDeps } from './deps';

interface ReleasedFill {
  readonly _id: string;
  readonly modelId: string;
  readonly tenor: Tenor;
}

/**
 * Twice, or for a fill that a rebuilt book never knew: changes nothing.
 * @throws Error while the book is being rebuilt; the next try finds it whole
 */
export async function releaseToBook(
  books: OrderBooks,
  fill: ReleasedFill,
  quantityTokens: number,
): Promise<void> {
  const { status } = await books.release({
    book: { modelId: fill.modelId, tenor: fill.tenor },
    fillId: fill._id,
    quantityTokens,
  });
  if (status === 'unavailable') throw new Error('The book is being rebuilt');
}

/** What follows the release of a fill of a chat request: its seller's standing, and its book. */
export async function giveBack(
  { books, standings }: Pick<ExchangeDeps, 'books' | 'standings'>,
  fill: FillDocument,
): Promise<void> {
  standings.ended(fill);
  if (fill.kind === 'draw') return; // it went back to its lot
  await releaseToBook(books, fill, fill.quantityTokens);
}
