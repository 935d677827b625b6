/** Archived records are found by their ids, however many of them one month has. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { archiveName, monthAt } from '../../records/archive/months';
import { pastFills } from '../../records/archive/past';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, openRecords } from './scenario';

const DAY_MS = 86_400_000;

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => dropRecords(records));

test('several of a month, of several months, and live ones together', async () => {
  const fills = records.connection.getClient().db(records.connection.name);
  const ids: string[] = [];
  for (const [days, count] of [
    [0, 2],
    [100, 3],
    [200, 2],
  ] as const) {
    const atMs = Date.now() - days * DAY_MS;
    const name = days === 0 ? 'fills' : archiveName('fills', monthAt(atMs));
    const own = Array.from({ length: count }, () => uuidV7At(atMs, randomUUID()));
    await fills.collection<{ _id: string }>(name).insertMany(own.map((_id) => ({ _id })));
    ids.push(...own);
  }
  const unknown = uuidV7At(Date.now() - 100 * DAY_MS, randomUUID());
  const found = await pastFills(records).byIds([unknown, ...ids, ids[3]!]);
  expect(found.map(({ _id }) => _id).sort()).toEqual(ids.toSorted());
});
