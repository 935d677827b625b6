/**
 * Returns reserved capacity to the book. MongoDB released it before; the book is only its index.
 */
import type { Tenor } from '../../domain/tenors';
import type { OrderBooks } from '../../engine/book';
import type { FillDocument } from '../../records/documents/fill';
import type { ExchangeDeps } from '../deps';

interface ReleasedFill {
  readonly _id: string;
  readonly modelId: string;
  readonly tenor: Tenor;
}

/**
 * Changes nothing when repeated, or for a fill that a rebuilt book does not have.
 * @throws Error while the book is being rebuilt; the next try finds it complete
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

/**
 * Runs after the release of a chat request's fill: checks its seller's standing, and updates its
 * book.
 */
export async function returnFill(
  { books, standings }: Pick<ExchangeDeps, 'books' | 'standings'>,
  fill: FillDocument,
): Promise<void> {
  standings.ended(fill);
  if (fill.kind === 'draw') return; // it was returned to its lot
  await releaseToBook(books, fill, fill.quantityTokens);
}
