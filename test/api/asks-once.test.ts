/** An ask whose first request died on its way: its key refers to it until it can appear no more. */
import { randomUUID } from 'node:crypto';
import { fail } from '../../domain/errors';
import { AskService } from '../../exchange/asks/ask-service';
import { createOnce } from '../../exchange/idempotency/create-once';
import { recordsForFile, placedAsk } from '../records/scenario';
import { until } from '../support/wait';

const records = recordsForFile();
let asks: AskService;
beforeAll(async () => {
  asks = new AskService({ records } as never, {} as never);
});

const caller = { signal: new AbortController().signal, deadlineAtMs: Date.now() + 3_600_000 };

/** Requests with one key, of which each is done with the id that it gets. */
function requests() {
  const [key, ids] = [randomUUID(), [] as string[]];
  const send = (create: (id: string) => Promise<{ id: string }>) =>
    createOnce(records, {
      request: {
        key,
        body: {},
        caller,
      },
      scope: 'asks:seller',
      retentionMs: 6e4,
      create: (id) => {
        ids.push(id);
        return create(id);
      },
      afterFailure: (err, use) => asks.afterFailure(err, use),
    });
  /** Its process dies while what it sent is on its way. */
  const dying = async () => {
    void send(() => new Promise(() => undefined));
    await until(() => ids.length === 1, { what: 'the first request' });
  };
  const refused = () =>
    expect(send(() => Promise.reject(fail('service_unavailable')))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  return { ids, send, dying, refused, created: () => send(async (id) => ({ id })) };
}

/** What was on its way arrives. */
async function arrives(id: string): Promise<void> {
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const { _id, ...ask } = (await records.asks.findOne({ _id: askId }))!;
  await records.asks.insertOne({ ...ask, _id: id });
}

test('a repetition that fails before it offers anything does not free the key', async () => {
  const { ids, dying, refused, created } = requests();
  await dying();
  await refused();
  await arrives(ids[0]!);
  await refused();
  expect(await created()).toEqual({ id: ids[0] });
  expect(new Set(ids).size).toBe(1);
});

test('a repetition that has withdrawn the ask frees it', async () => {
  const { ids, dying, refused, created } = requests();
  await dying();
  await arrives(ids[0]!);
  await records.asks.updateOne({ _id: ids[0]! }, { $set: { status: 'cancelled' } });
  await refused();
  expect((await created()).id).not.toBe(ids[0]);
});

test('a first request that was refused frees it', async () => {
  const { ids, refused, created } = requests();
  await refused();
  expect((await created()).id).not.toBe(ids[0]);
});
