/** Archived records are found by their ids, beside live ones. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { pastFills } from '../../records/archive/past';
import type { FillDocument } from '../../records/documents/fill';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, openRecords } from './scenario';

const DAY_MS = 86_400_000;

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => dropRecords(records));

test('several archived and live ones are found together, each once', async () => {
  const ids: string[] = [];
  for (const [days, count] of [
    [0, 2],
    [100, 3],
    [200, 2],
  ] as const) {
    const atMs = Date.now() - days * DAY_MS;
    const fills = days === 0 ? records.fills : records.archivedFills;
    const own = Array.from({ length: count }, () => uuidV7At(atMs, randomUUID()));
    await fills.insertMany(own.map((_id) => ({ _id }) as FillDocument));
    ids.push(...own);
  }
  const unknown = uuidV7At(Date.now() - 100 * DAY_MS, randomUUID());
  const found = await pastFills(records).byIds([unknown, ...ids, ids[3]!]);
  expect(found.map(({ _id }) => _id).sort()).toEqual(ids.toSorted());
});
