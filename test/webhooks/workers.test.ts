/** A worker that sends webhooks: whom it lets wait for whom, and what its own end leaves behind. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import Redis from 'ioredis';
import type { WebhookParticipant } from '../../domain/webhooks';
import { Sealer } from '../../domain/sealing';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import { HostBudget } from '../../fairness/host-budget';
import { WebhookFollower } from '../../exchange/webhooks/deliver';
import type { WebhookEndpointDocument } from '../../records/documents/webhook-endpoint';
import { asDouble } from '../../records/collections';
import { clearRecords, recordsForFile } from '../records/scenario';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { type Receiver, startReceiver } from './receiver';
import { storedDeposit, storedEndpoint, unlimited } from './stored';

/** Nothing in these tests waits for it. */
const NEVER_MS = 3_600_000;

const records = recordsForFile();
const sealer = new Sealer([randomBytes(32)]);
const followers: WebhookFollower[] = [];
const receivers: Receiver[] = [];
const failures: unknown[] = [];
afterEach(async () => {
  await Promise.all(followers.splice(0).map((follower) => follower.stop()));
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  await clearRecords(records);
  expect(failures.splice(0)).toEqual([]);
});

function startWorker({
  timeoutMs = NEVER_MS,
  servers = [] as string[],
  events = unlimited.events as Pick<HostBudget, 'take'>,
} = {}): WebhookFollower {
  const follower = new WebhookFollower({
    records,
    sealer,
    settings: {
      local: true,
      CONNECT_TIMEOUT_MS: 5_000,
      WEBHOOK_TIMEOUT_MS: timeoutMs,
      WEBHOOK_RETRY_BASE_MS: NEVER_MS,
    },
    lookup: new NameResolver({ servers, local: true }).lookup,
    budgets: { ...unlimited, events },
    onError: (err) => failures.push(err),
  });
  followers.push(follower);
  follower.start();
  return follower;
}

/** Accepts events from the start, or keeps them without an answer. */
async function startHook(held?: ServerResponse[]): Promise<Receiver> {
  const started = await startReceiver();
  if (held) started.answer = (res) => void held.push(res);
  receivers.push(started);
  return started;
}

async function endpointAt(
  url: string,
  participant: WebhookParticipant,
  more: Partial<WebhookEndpointDocument> = {},
): Promise<string> {
  const { _id } = await storedEndpoint(records, participant);
  const slot = asDouble(await records.webhookEndpoints.countDocuments({ participant }));
  await records.webhookEndpoints.updateOne({ _id }, { $set: { url, slot, ...more } });
  return _id;
}

const endpoint = async (_id: string) => (await records.webhookEndpoints.findOne({ _id }))!;
const deliveryTo = async (endpointId: string) =>
  (await records.webhookDeliveries.findOne({ endpointId }))!;

/** How many of these endpoints a worker has claimed. */
const atWork = (ids: readonly string[]) =>
  records.webhookEndpoints.countDocuments({
    _id: { $in: [...ids] },
    leasedUntil: { $gt: new Date() },
  });

test('a participant has two endpoints at work, and the events of others are sent beside them', async () => {
  const [silent, prompt] = [await startHook([]), await startHook()];
  const slow: string[] = [];
  for (let at = 0; at < 5; at += 1) slow.push(await endpointAt(silent.url, 'account:slow'));
  await storedDeposit(records, 'account:slow');
  await endpointAt(prompt.url, 'account:prompt');
  await storedDeposit(records, 'account:prompt');
  startWorker();
  await until(() => prompt.received.length === 1, { what: 'the event of another' });
  await until(() => silent.received.length === 2, { what: 'the places of the slow one' });
  expect(await atWork(slow)).toBe(2);
});

test('eight endpoints that fail are at work at once, and the others have the rest of the places', async () => {
  const prompt = await startHook();
  const held: ServerResponse[] = [];
  const failing = { failures: asDouble(3), failingSince: new Date() };
  const dead: string[] = [];
  for (let at = 0; at < 10; at += 1) {
    const { url } = await startHook(held); // a worker opens few connections to one host
    dead.push(await endpointAt(url, `account:dead-${at}`, failing));
    await storedDeposit(records, `account:dead-${at}`);
  }
  await endpointAt(prompt.url, 'account:prompt');
  await storedDeposit(records, 'account:prompt');
  const worker = startWorker();
  await until(() => prompt.received.length === 1, { what: 'the event of one that answers' });
  await until(() => held.length === 8, { what: 'the places of those that fail' });
  await storedDeposit(records, 'account:prompt');
  await until(() => worker.outcomes.delivered === 2, { what: 'a later event' });
  expect(await atWork(dead)).toBe(8);
  expect(prompt.received).toHaveLength(2);
});

test('an attempt that the end of its worker cuts short counts against nobody, and the next worker makes it', async () => {
  const held: ServerResponse[] = [];
  const hook = await startHook(held);
  const id = await endpointAt(hook.url, 'account:a');
  await storedDeposit(records, 'account:a');
  const first = startWorker();
  await until(() => held.length === 1, { what: 'the request' });
  await first.stop();
  const { failures: count, failingSince, leasedUntil } = await endpoint(id);
  expect({ count, failingSince }).toEqual({ count: 0, failingSince: null });
  expect(leasedUntil.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await deliveryTo(id)).toMatchObject({ status: 'waiting', attempts: 0 });
  hook.answer = (res) => void res.writeHead(204).end();
  startWorker();
  await until(async () => (await deliveryTo(id)).status === 'delivered', { what: 'the delivery' });
  expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('a receiver that does not answer in time has failed', async () => {
  const id = await endpointAt((await startHook([])).url, 'account:a');
  await storedDeposit(records, 'account:a');
  startWorker({ timeoutMs: 200 });
  await until(async () => (await deliveryTo(id))?.attempts === 1, {
    what: 'the end of the attempt',
    timeoutMs: 10_000,
  });
  expect(await endpoint(id)).toMatchObject({ failures: 1, failingSince: expect.any(Date) });
});

test('a name that our name servers do not tell counts against no endpoint', async () => {
  const id = await endpointAt('https://hooks.example.com/events', 'account:a');
  await storedDeposit(records, 'account:a');
  const worker = startWorker({ servers: ['127.0.0.1:9'] });
  await until(() => worker.outcomes.retried === 1, { what: 'the attempt', timeoutMs: 20_000 });
  expect(await endpoint(id)).toMatchObject({ failures: 0, failingSince: null, status: 'enabled' });
  expect(await deliveryTo(id)).toMatchObject({ status: 'waiting' });
});

test('many endpoints of many accounts at one host get no more events than the budget of the host has', async () => {
  const EVENTS = 7;
  const hook = await startHook();
  const redis = new Redis(sharedServers().addresses.redisUrl);
  const events = new HostBudget(redis, EVENTS, `events-${randomUUID()}`);
  try {
    for (let at = 0; at < EVENTS + 1; at += 1) {
      const participant = `account:${at % 4}` as const;
      await endpointAt(`${hook.url}/${at}`, participant);
      if (at < 4) await storedDeposit(records, participant);
    }
    const workers = [startWorker({ events }), startWorker({ events })];
    const putOff = () =>
      records.webhookEndpoints.findOne({
        dueAt: { $gt: new Date(Date.now() + 1_000) },
        leasedUntil: new Date(0),
      });
    const last = (await until(putOff, { what: 'the endpoint that is put off' }))!;
    await until(() => hook.received.length >= EVENTS, { what: 'the budget of the host' });
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(hook.received).toHaveLength(EVENTS);
    expect(last).toMatchObject({ failures: 0, failingSince: null });
    expect(await deliveryTo(last._id)).toMatchObject({ status: 'waiting', attempts: 0 });
  } finally {
    redis.disconnect();
  }
});
