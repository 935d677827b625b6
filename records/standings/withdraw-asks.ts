/**
 * Takes asks off the market. MongoDB first: from then on no bid can have the ask, whatever the book
 * still says; the book is only told.
 */
import { type BookId } from '../../domain/instruments';
import type { AskDocument } from '../ask';
import type { Records } from '../connect';
import type { CancelResult } from '../ledger/asks';

/** Of the order books, what a withdrawal needs. */
export interface BookIndex {
  cancel(order: { readonly book: BookId; readonly id: string }): Promise<unknown>;
}

/** @param onBookAway told when the book could not be; it follows when it next meets the ask */
export async function withdrawAsk(
  { ledger }: Pick<Records, 'ledger'>,
  books: BookIndex,
  ask: Pick<AskDocument, '_id' | 'sellerId' | 'modelId' | 'tenor'>,
  onBookAway: (err: Error, askId: string) => void = () => undefined,
): Promise<CancelResult> {
  const { _id: id, sellerId, modelId, tenor } = ask;
  const result = await ledger.cancelAsk(id, sellerId);
  await books.cancel({ book: { modelId, tenor }, id }).catch((err: Error) => onBookAway(err, id));
  return result;
}

/** All asks of a seller (decisions section 3 rule 10). @returns how many */
export async function withdrawAsks(
  records: Pick<Records, 'asks' | 'ledger'>,
  books: BookIndex,
  sellerId: string,
): Promise<number> {
  const asks = await records.asks
    .find({ sellerId, status: 'active' })
    .project<Pick<AskDocument, '_id' | 'sellerId' | 'modelId' | 'tenor'>>({
      sellerId: 1,
      modelId: 1,
      tenor: 1,
    })
    .toArray();
  for (const ask of asks) await withdrawAsk(records, books, ask);
  return asks.length;
}
