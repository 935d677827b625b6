/** Answers of receivers that come late, and workers that stand still in an attempt: each event is accepted once. */
import type { ServerResponse } from 'node:http';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import {
  type Endpoint,
  type Receiver,
  acceptAll,
  deliveriesOf,
  startReceiver,
  subscribe,
  verifiedEvents,
} from './receiver';

const TIMEOUT_MS = 500;

let exchange: Exchange;
let hook: Receiver;
let buyer: { readonly accountId: string; readonly key: string };
let own: Endpoint;
beforeAll(async () => {
  const settings = { WEBHOOK_TIMEOUT_MS: TIMEOUT_MS, WEBHOOK_RETRY_BASE_MS: 100 };
  exchange = await Exchange.start({ workers: 2, settings });
});
beforeEach(async () => {
  hook = await startReceiver();
  buyer = await exchange.buyer('0');
  own = await subscribe(exchange, buyer, hook.url);
});
afterEach(() => hook.close());
afterAll(() => exchange?.stop());

const deposit = (reference: string) =>
  exchange.admin('POST', `/accounts/${buyer.accountId}/deposits`, { amount: '1', reference });
const delivered = async () =>
  (await deliveriesOf(exchange, buyer, own.id)).filter(({ status }) => status === 'delivered');
const ids = () => hook.received.map(({ headers }) => String(headers['webhook-id']));

test('an answer behind the timeout is none: the event is sent again with its id, and accepted once', async () => {
  const held: ServerResponse[] = [];
  hook.answer = (res) => void held.push(res);
  await deposit('late');
  await until(() => hook.received.length === 2, { what: 'another attempt' });
  for (const res of held) acceptAll(res); // the first one was given up
  hook.answer = acceptAll;
  await until(async () => (await delivered()).length === 1, { what: 'the delivery' });
  const events = await verifiedEvents(hook, own.secret, 'account.deposited', 2);
  expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  const sent = hook.received.length;
  await deposit('next');
  await until(async () => (await delivered()).length === 2, { what: 'the next event' });
  expect(ids().slice(sent)).toHaveLength(1); // nothing of the first one came behind it
});

test('a worker that stands still in an attempt, beside the one that repeats it: one event, accepted once', async () => {
  const held: ServerResponse[] = [];
  hook.answer = (res) => void held.push(res);
  await deposit('paused');
  await until(() => held.length === 1, { what: 'the first attempt' });
  const pids = exchange.workers.map(({ pid }) => pid);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  acceptAll(held[0]!);
  hook.answer = acceptAll;
  // The lease of whoever stands still ends meanwhile, and a third worker goes on.
  const over = { leasedUntil: new Date(), dueAt: new Date() };
  await exchange.records.webhookEndpoints.updateOne({ _id: own.id }, { $set: over });
  await exchange.startWorker();
  await until(() => hook.received.length === 2, { what: 'the repeated attempt' });
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  await until(async () => (await delivered()).length === 1, { what: 'the delivery' });
  await deposit('next');
  await until(async () => (await delivered()).length === 2, { what: 'the next event' });
  expect(new Set(ids()).size).toBe(2);
  expect(ids()[0]).toBe(ids()[1]);
  const events = { participants: `account:${buyer.accountId}` };
  expect(await exchange.records.webhookEvents.countDocuments(events)).toBe(2);
});
