/** An Idempotency-Key whose time is over is free, and whoever ends late does not touch a later use. */
import { randomUUID } from 'node:crypto';
import { recordsForFile } from './scenario';

const HOUR_MS = 3_600_000;
const scope = 'chat:account';

const records = recordsForFile();
let key: string;
beforeEach(() => {
  key = randomUUID();
});

const use = (orderId: string, retentionMs = HOUR_MS) => ({
  scope,
  key,
  bodyHash: 'a body',
  orderId,
  retentionMs,
});

test('of several uses at once of a key whose time is over, one is the first, and the others know it', async () => {
  const { idempotencyMemory: memory } = records;
  await memory.begin(use('expired', -HOUR_MS));
  const names = Array.from({ length: 20 }, (_, at) => `order-${at}`);
  const begun = await Promise.all(names.map((name) => memory.begin(use(name))));
  const first = begun.findIndex(({ status }) => status === 'first');
  const others = begun.toSpliced(first, 1);
  expect(others).toHaveLength(19);
  for (const other of others)
    expect(other).toMatchObject({ status: 'known', orderId: names[first] });
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
