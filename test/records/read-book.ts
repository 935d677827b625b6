/** A book as a rebuild reads it, in lists. */
import type { BookId } from '../../domain/instruments';
import type { WritableRecords } from '../../records/connect';
import { CLAIM } from './scenario';

/** Raises the epoch and reads the whole book. */
export async function openBook(records: WritableRecords, book: BookId) {
  const { asks, bids, reservations, close, ...loaded } = await records.loadBook(book, CLAIM);
  const read = {
    ...loaded,
    bids: await all(bids),
    asks: await all(asks),
    reservations: await all(reservations),
  };
  await close();
  return read;
}

async function all<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const read: Row[] = [];
  for await (const page of pages) read.push(...page);
  return read;
}
