/** Documents as bytes, page by page. */
import { mongo } from 'mongoose';
import { writeAsks } from '../../bench/books/asks';
import { rawPages } from '../../records/mongodb/raw-pages';
import { recordsForFile } from './scenario';

const BOOK = { modelId: 'paged', tenor: 'spot' } as const;

const records = recordsForFile();
beforeAll(async () => {
  await writeAsks(records, BOOK, 5);
});

/** Places of the asks that are not cancelled, by page. */
function placesIn(session: mongo.ClientSession, rowsPerPage: number) {
  const find = {
    collection: 'asks',
    filter: { modelId: BOOK.modelId, status: 'active' },
    projection: { sequence: 1 },
    sort: { sequence: 1 },
  } as const;
  const database = records.connection.getClient().db(records.connection.name);
  return rawPages(database, find, { session, rowsPerPage, maxTimeMS: 10_000 });
}

const read = (page: readonly Buffer[]) =>
  page.map((document) => mongo.BSON.deserialize(document)['sequence'] as number);

test.each([
  [2, [[1, 2], [3, 4], [5]]],
  [5, [[1, 2, 3, 4, 5], []]],
  [6, [[1, 2, 3, 4, 5]]],
])('%i to a page', async (rowsPerPage, expected) => {
  const session = records.connection.getClient().startSession({ snapshot: true });
  const pages: number[][] = [];
  for await (const page of placesIn(session, rowsPerPage)) pages.push(read(page));
  await session.endSession();
  expect(pages).toEqual(expected);
});

test('all pages are of one moment, the one of the first', async () => {
  const session = records.connection.getClient().startSession({ snapshot: true });
  const places: number[] = [];
  for await (const page of placesIn(session, 1)) {
    if (places.length === 0) await records.asks.updateMany({}, { $set: { status: 'cancelled' } });
    places.push(...read(page));
  }
  expect(places).toEqual([1, 2, 3, 4, 5]);
  for await (const page of placesIn(session, 1)) places.push(...read(page));
  await session.endSession();
  expect(places).toHaveLength(10);
});
