/** What a sharded cluster keeps unique, and where it finds a record by its id. */
import { SHARD_KEYS } from '../../records/shard-keys';
import type { WritableRecords } from '../../records/connect';
import { uniqueInOneShard } from '../queries/shards';
import { dropRecords, openRecords } from './scenario';

/** Divided by another field than the id, which then determines that field. */
const DETERMINED_BY_ID: Readonly<Record<string, string>> = {
  journals: 'accountId',
  contractOrders: 'accountId',
  buyerKeys: 'hash',
};

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => dropRecords(records));

test('nothing is unique in one shard alone', () => {
  expect(uniqueInOneShard(records)).toEqual([]);
});

test('a repetition meets the record with its id: the id decides on its shard', () => {
  const divided = Object.entries(SHARD_KEYS).flatMap(([name, { key }]) =>
    key === null ? [] : [[name, Object.keys(key)[0]] as const],
  );
  expect(divided.length).toBeGreaterThan(10);
  for (const [name, field] of divided) {
    expect({ name, field }).toEqual({ name, field: DETERMINED_BY_ID[name] ?? '_id' });
  }
});

test('the fields of a shard key are those of its records', () => {
  for (const [name, { key }] of Object.entries(SHARD_KEYS)) {
    const { schema } = records.models[name as keyof typeof SHARD_KEYS];
    for (const field of Object.keys(key ?? {})) expect(Object.keys(schema.paths)).toContain(field);
  }
});
