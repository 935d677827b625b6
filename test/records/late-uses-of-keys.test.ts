/** An Idempotency-Key whose time is over is free, and whoever ends late does not touch a later use. */
import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import type { WritableRecords } from '../../records/connect';
import { type IdempotencyDocument, IdempotencyMemory } from '../../records/idempotency';
import { dropRecords, openRecords } from './scenario';

const HOUR_MS = 3_600_000;
const scope = 'chat:account';

let records: WritableRecords;
let key: string;
beforeAll(async () => {
  records = await openRecords();
});
beforeEach(() => {
  key = randomUUID();
});
afterAll(() => dropRecords(records));

const use = (orderId: string, retentionMs = HOUR_MS) => ({
  ...{ scope, key, bodyHash: 'a body', orderId, retentionMs },
});

/** A memory that does something between its first look at a key and what follows from it. */
function memoryAfter(work: () => Promise<unknown>): IdempotencyMemory {
  const { idempotency } = records;
  let isDone = false;
  const findOne = async (query: mongo.Filter<IdempotencyDocument>) => {
    const found = await idempotency.findOne(query);
    if (!isDone) {
      isDone = true;
      await work();
    }
    return found;
  };
  const between = new Proxy(idempotency, {
    get: (target, name) => {
      if (name === 'findOne') return findOne;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return new IdempotencyMemory(between);
}

test('a use that has begun since a process saw the expired one is not freed with it', async () => {
  const { idempotencyMemory: memory } = records;
  await memory.begin(use('expired', -HOUR_MS));
  const late = memoryAfter(() => memory.begin(use('later')));
  expect(await late.begin(use('latest'))).toMatchObject({ status: 'known', orderId: 'later' });
  expect(await memory.begin(use('latest'))).toMatchObject({ status: 'known', orderId: 'later' });
});

test('a key whose time is over is known to nobody, before the database has swept it', async () => {
  const { idempotencyMemory: memory } = records;
  await memory.begin(use('expired', -HOUR_MS));
  expect(await memory.isKnown({ scope, key })).toBe(false);
  await memory.begin(use('present'));
  expect(await memory.isKnown({ scope, key })).toBe(true);
});

test('a request that ends late neither frees nor joins what the key means now', async () => {
  const { idempotencyMemory: memory } = records;
  const { id } = await memory.begin(use('present'));
  expect(await memory.leave(id, 'earlier')).toBe(false);
  expect(await memory.join(id, 'earlier')).toBe(false);
  expect(await memory.begin(use('latest'))).toMatchObject({ orderId: 'present' });
  expect(await memory.leave(id, 'present')).toBe(true);
  expect(await memory.isKnown({ scope, key })).toBe(false);
});

test('an answer that is remembered stays, whoever leaves, and nobody joins what has ended', async () => {
  const { idempotencyMemory: memory } = records;
  const { id } = await memory.begin(use('answered'));
  const response = { status: 200, body: { ask_id: 'answered' } };
  await memory.remember(id, response);
  expect(await memory.leave(id, 'answered')).toBe(false);
  expect(await memory.join(id, 'answered')).toBe(false);
  expect(await memory.begin(use('latest'))).toMatchObject({ status: 'known', response });
});
