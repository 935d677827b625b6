/**
 * The books with orders. Read frequently for market data: the cost depends on the number of books,
 * not on their orders.
 */
import type { BookId } from '../../domain/instruments';
import { TENORS } from '../../domain/tenors';
import type { AskDocument } from '../documents/ask';
import type { ReadCollections } from '../collections';
import type { ContractOrderDocument } from '../documents/contract-order';
import type { ReadCollection } from '../mongodb/read-collection';

/** @param max per tenor */
export function booksWithAsks(
  { asks }: Pick<ReadCollections, 'asks'>,
  max: number,
): Promise<BookId[]> {
  return booksOf<AskDocument>(asks, { status: 'active' }, max);
}

/** @param max per tenor */
export function booksWithOrders(
  { contractOrders }: Pick<ReadCollections, 'contractOrders'>,
  max: number,
): Promise<BookId[]> {
  return booksOf<ContractOrderDocument>(contractOrders, { status: 'open' }, max);
}

/** Skips from one index key to the first of the next instrument; reads no document. */
async function booksOf<Document extends BookId>(
  collection: ReadCollection<Document>,
  filter: object,
  max: number,
): Promise<BookId[]> {
  const found = TENORS.map(async (tenor) => {
    const instruments = await collection
      .aggregate<{ _id: string }>([
        { $match: { ...filter, tenor } },
        { $group: { _id: '$modelId' } },
        { $limit: max },
      ])
      .toArray();
    return instruments.map(({ _id: modelId }) => ({ modelId, tenor }));
  });
  return (await Promise.all(found)).flat();
}
