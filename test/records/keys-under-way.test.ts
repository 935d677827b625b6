/** Requests with one Idempotency-Key at the same time: the last one that made nothing frees the key. */
import { randomUUID } from 'node:crypto';
import { Failure, fail } from '../../domain/errors';
import { createOnce } from '../../exchange/idempotency/create-once';
import { recordsForFile } from './scenario';

interface Created {
  readonly id: string;
}

const records = recordsForFile();
let key: string;
beforeEach(() => {
  key = randomUUID();
});

const caller = { signal: new AbortController().signal, deadlineAtMs: Date.now() + 3_600_000 };
const created = async (id: string): Promise<Created> => ({ id });

function create(make: (id: string) => Promise<Created> = created, body: object = {}) {
  return createOnce(records, {
    request: { key, body, caller },
    scope: 'asks:seller',
    retentionMs: 60_000,
    create: make,
    afterFailure: (err) => (err instanceof Failure ? 'nothing' : 'perhaps'),
  });
}

/** A request that is at its creation, until it is told how this ends. */
async function begun() {
  let tell!: (end: { readonly isRefused: boolean }) => void;
  const end = new Promise<{ readonly isRefused: boolean }>((resolve) => (tell = resolve));
  let atCreation!: () => void;
  const creating = new Promise<void>((resolve) => (atCreation = resolve));
  const result = create(async (id) => {
    atCreation();
    if ((await end).isRefused) throw fail('market_halted');
    return { id };
  }).catch((err: Failure) => err.code);
  await creating;
  return {
    async refused() {
      tell({ isRefused: true });
      expect(await result).toBe('market_halted');
    },
    async created(): Promise<Created> {
      tell({ isRefused: false });
      return (await result) as Created;
    },
  };
}

test('a refused first request leaves the key to its repetition, which creates', async () => {
  const [first, repetition] = [await begun(), await begun()];
  await first.refused();
  const { id } = await repetition.created();
  expect(await create()).toEqual({ id });
});

test('a refused repetition leaves the key to the first request, which creates', async () => {
  const [first, repetition] = [await begun(), await begun()];
  await repetition.refused();
  await expect(create(created, { price: '2' })).rejects.toMatchObject({
    code: 'idempotency_conflict',
  });
  const { id } = await first.created();
  expect(await create()).toEqual({ id });
});

test('when all are refused, in any order and at once, the key is free', async () => {
  for (const order of [[0, 1, 2], [2, 1, 0], [1, 0, 2], null]) {
    const requests = [await begun(), await begun(), await begun()];
    if (order) for (const n of order) await requests[n]!.refused();
    else await Promise.all(requests.map((request) => request.refused()));
    expect((await create(created, { corrected: true })).id).toBeTruthy();
    key = randomUUID();
  }
});

test('what one of them created stays the answer, whoever is refused afterwards', async () => {
  const [first, second, third] = [await begun(), await begun(), await begun()];
  const { id } = await second.created();
  await first.refused();
  await third.refused();
  expect(await create()).toEqual({ id });
});

test('a record of the earlier version counts its first request', async () => {
  const first = await begun();
  await records.idempotency.updateOne({ _id: `asks:seller:${key}` }, { $unset: { underWay: 1 } });
  const repetition = await begun();
  await first.refused();
  const { id } = await repetition.created();
  expect(await create()).toEqual({ id });
});

test('a key that is freed between its look and its joining is used for the first time', async () => {
  const { idempotencyMemory: memory } = records;
  const use = { scope: 'chat:account', key, bodyHash: 'hash', retentionMs: 60_000 };
  const { id } = await memory.begin({ ...use, orderId: 'order-1' });
  const join = memory.join.bind(memory);
  const freedBefore = jest.spyOn(memory, 'join').mockImplementationOnce(async (...known) => {
    expect(await memory.leave(...known)).toBe(true);
    return join(...known);
  });
  expect(await memory.beginOrJoin({ ...use, orderId: 'order-2' })).toMatchObject({
    status: 'first',
  });
  expect(freedBefore).toHaveBeenCalledTimes(1);
  expect(await memory.join(id, 'order-1')).toBe(false);
  expect(await memory.leave(id, 'order-1')).toBe(false);
  expect(await memory.join(id, 'order-2')).toBe(true);
});
