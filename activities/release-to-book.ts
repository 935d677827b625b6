/** Gives reserved capacity back to the book. MongoDB had it back before; the book is only its index. */
import type { Tenor } from '../domain/tenors';
import type { OrderBooks } from '../engine/book';

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
