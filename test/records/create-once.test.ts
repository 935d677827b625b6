/** A creation under one Idempotency-Key: what a repetition finds after an answer, a refusal and a doubt. */
import { randomUUID } from 'node:crypto';
import { Failure, fail } from '../../domain/errors';
import { createOnce } from '../../exchange/idempotency/create-once';
import { recordsForFile } from './scenario';

const records = recordsForFile();
let key: string | null;
/** The ids with which the creation was called. */
let ids: string[];
beforeEach(() => {
  key = randomUUID();
  ids = [];
});

const created = async (id: string) => ({ id });

const caller = { signal: new AbortController().signal, deadlineAtMs: Date.now() + 3_600_000 };

function create(make: (id: string) => Promise<{ id: string }> = created, body: object = {}) {
  return createOnce(records, {
    request: { key, body, caller },
    scope: 'asks:seller',
    retentionMs: 60_000,
    create: (id) => {
      ids.push(id);
      return make(id);
    },
    afterFailure: (err) => (err instanceof Failure ? 'nothing' : 'perhaps'),
  });
}

test('an answer is given again, and nothing is created again', async () => {
  const first = await create();
  expect(await create(() => Promise.reject(new Error('the ask is gone')))).toEqual(first);
  expect(ids).toEqual([first.id]);
  await expect(create(created, { price: '2' })).rejects.toMatchObject({
    code: 'idempotency_conflict',
  });
});

test('after a refusal the key is free, for another body too', async () => {
  await expect(create(() => Promise.reject(fail('market_halted')))).rejects.toMatchObject({
    code: 'market_halted',
  });
  const { id } = await create(created, { price: '2' });
  expect(ids).toHaveLength(2);
  expect(id).not.toBe(ids[0]);
});

test('after an error that leaves the outcome open, a repetition finds the same id', async () => {
  await expect(create(() => Promise.reject(new Error('connection lost')))).rejects.toThrow(
    'connection lost',
  );
  await expect(create(created, { price: '2' })).rejects.toMatchObject({
    code: 'idempotency_conflict',
  });
  const { id } = await create();
  expect(ids).toEqual([id, id]);
});

test('a repetition while the first one is under way has the same id', async () => {
  const results = await Promise.all([create(), create(), create()]);
  expect(new Set([...ids, ...results.map(({ id }) => id)]).size).toBe(1);
});

test('without a key every request creates', async () => {
  key = null;
  expect((await create()).id).not.toBe((await create()).id);
});
