/**
 * The books in which something stands. Read for everybody again and again, so it costs what there
 * are of books, however many asks or orders stand in each.
 */
import type { BookId } from '../domain/instruments';
import { TENORS } from '../domain/tenors';
import type { AskDocument } from './ask';
import type { ReadCollections } from './collections';
import type { ContractOrderDocument } from './contract-order';
import type { ReadCollection } from './read-collection';

/** @param max of each tenor */
export function booksWithAsks(
  { asks }: Pick<ReadCollections, 'asks'>,
  max: number,
): Promise<BookId[]> {
  return booksOf<AskDocument>(asks, { status: 'active' }, max);
}

/** @param max of each tenor */
export function booksWithOrders(
  { contractOrders }: Pick<ReadCollections, 'contractOrders'>,
  max: number,
): Promise<BookId[]> {
  return booksOf<ContractOrderDocument>(contractOrders, { status: 'open' }, max);
}

/** From one key of the index to the first of the next instrument; no document is read. */
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
