/** A URL gets events once its answer has repeated a challenge: nobody directs them at the host of another. */
import type { ServerResponse } from 'node:http';
import Redis from 'ioredis';
import { Webhook } from 'standardwebhooks';
import { webhookBodySchema } from '../../api/schemas/webhook-events';
import { HostBudget } from '../../fairness/host-budget';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import {
  type Receiver,
  deliveriesOf,
  startReceiver,
  subscribe,
  verifiedEvents,
  webhooks,
  withStatus,
} from './receiver';

const ANSWER_BYTES_MAX = 4_096;
const PUT_OFF_MS = 60_000;

type Buyer = Awaited<ReturnType<Exchange['buyer']>>;

const exchange = Exchange.pooledForFile();
let buyer: Buyer;
let hook: Receiver;
beforeEach(async () => {
  buyer = await exchange.buyer('0');
  hook = await startReceiver();
});
afterEach(() => hook.close());

const deposit = (reference: string) =>
  exchange.admin('POST', `/accounts/${buyer.accountId}/deposits`, { amount: '1', reference });
const shown = async (id: string) => (await webhooks(exchange, buyer, 'GET', `/${id}`)).body;
const change = (id: string, body: object) => webhooks(exchange, buyer, 'PATCH', `/${id}`, body);
const untilConfirmed = (id: string) =>
  until(async () => (await shown(id)).confirmed, { what: 'the confirmation' });
const untilFailing = (id: string) =>
  until(async () => (await shown(id)).failing_since, { what: 'an answer that is refused' });

test('a new URL gets a signed challenge and no event; what happens meanwhile is sent once it has answered', async () => {
  hook.confirm = withStatus(204);
  const own = await subscribe(exchange, buyer, hook.url);
  await deposit('meanwhile');
  await until(async () => (await deliveriesOf(exchange, buyer, own.id))[0], {
    what: 'the delivery of what happened meanwhile',
  });
  await untilFailing(own.id);
  expect(await shown(own.id)).toMatchObject({ status: 'enabled', confirmed: false });
  const waiting = { status: 'waiting', attempts: 0, next_attempt_at: null };
  expect(await deliveriesOf(exchange, buyer, own.id)).toMatchObject([waiting]);
  const [{ headers, text, body }] = hook.challenges as [Receiver['challenges'][number]];
  new Webhook(own.secret).verify(text, headers as Record<string, string>);
  expect(webhookBodySchema('webhook.challenge').strict().parse(body)).toMatchObject({
    id: headers['webhook-id'],
    data: { endpoint_id: own.id },
  });
  expect(hook.received).toEqual([]);
  hook.confirm = (res, challenge) => void res.end(challenge);
  await change(own.id, { status: 'enabled' });
  const [event] = await verifiedEvents(hook, own.secret, 'account.deposited');
  expect(event.data.reference).toBe('meanwhile');
  expect(await shown(own.id)).toMatchObject({ confirmed: true, failing_since: null });
  const asked = hook.challenges.length;
  await deposit('afterwards');
  await verifiedEvents(hook, own.secret, 'account.deposited', 2);
  expect(hook.challenges).toHaveLength(asked);
});

const longest = (challenge: string, bytes: number) =>
  JSON.stringify({
    challenge,
    more: 'x'.repeat(bytes - `{"challenge":"${challenge}","more":""}`.length),
  });
const answering =
  (status: number, textOf: (challenge: string) => string) =>
  (res: ServerResponse, challenge: string) =>
    void res.writeHead(status).end(textOf(challenge));

test.each<[string, Receiver['confirm']]>([
  ['the challenge', answering(200, (challenge) => challenge)],
  ['the challenge in a line', answering(202, (challenge) => `${challenge}\r\n`)],
  ['a JSON object', answering(299, (challenge) => JSON.stringify({ challenge }))],
  ['4,096 bytes', answering(200, (challenge) => longest(challenge, ANSWER_BYTES_MAX))],
])('%s confirms an endpoint', async (_what, confirm) => {
  hook.confirm = confirm;
  await untilConfirmed((await subscribe(exchange, buyer, hook.url)).id);
});

test.each<[string, Receiver['confirm']]>([
  ['another text', answering(200, () => 'accepted')],
  ['null', answering(200, () => 'null')],
  ['a page that shows the challenge', answering(200, (challenge) => `<p>${challenge}</p>`)],
  ['the challenge with status 300', answering(300, (challenge) => challenge)],
  ['the challenge with status 500', answering(500, (challenge) => challenge)],
  ['4,097 bytes', answering(200, (challenge) => longest(challenge, ANSWER_BYTES_MAX + 1))],
])('%s confirms nothing', async (_what, confirm) => {
  hook.confirm = confirm;
  const { id } = await subscribe(exchange, buyer, hook.url);
  await untilFailing(id);
  expect(await shown(id)).toMatchObject({ confirmed: false });
});

test('another URL has to be confirmed again, and other changes do not', async () => {
  const other = await startReceiver();
  try {
    const own = await subscribe(exchange, buyer, hook.url);
    await untilConfirmed(own.id);
    const described = await change(own.id, { url: hook.url, description: 'the same one' });
    expect(described.body).toMatchObject({ confirmed: true });
    other.confirm = withStatus(204);
    expect((await change(own.id, { url: other.url })).body).toMatchObject({ confirmed: false });
    await untilFailing(own.id);
    await deposit('moved');
    expect(other.received).toEqual([]);
    other.confirm = (res, challenge) => void res.end(challenge);
    await change(own.id, { status: 'enabled' });
    await verifiedEvents(other, own.secret, 'account.deposited');
    expect([hook.challenges.length, hook.received.length]).toEqual([1, 0]);
  } finally {
    await other.close();
  }
});

test('one host gets thirty challenges a minute from all participants together, and one more is put off', async () => {
  const { PROBES_PER_HOST, redisUrl } = exchange.settings;
  const redis = new Redis(redisUrl);
  try {
    const budget = new HostBudget(redis, PROBES_PER_HOST, 'challenges');
    await budget.take(hook.url, PROBES_PER_HOST - 1);
  } finally {
    redis.disconnect();
  }
  hook.confirm = withStatus(204);
  await untilFailing((await subscribe(exchange, buyer, hook.url)).id);
  const { id } = await subscribe(exchange, await exchange.buyer('0'), hook.url);
  const { webhookEndpoints } = exchange.records;
  const isPutOff = async () => {
    const { dueAt } = (await webhookEndpoints.findOne({ _id: id }))!;
    return dueAt!.getTime() > Date.now() + PUT_OFF_MS / 2;
  };
  await until(isPutOff, { what: 'the end of its turn' });
  expect(await webhookEndpoints.findOne({ _id: id })).toMatchObject({ failures: 0 });
  expect(hook.challenges).toHaveLength(1);
});

test('an endpoint from before there were challenges gets events without one', async () => {
  const own = await subscribe(exchange, buyer, hook.url);
  await untilConfirmed(own.id);
  await exchange.records.webhookEndpoints.updateOne({ _id: own.id }, { $unset: { challenge: 1 } });
  expect(await shown(own.id)).toMatchObject({ confirmed: true });
  await deposit('as before');
  await verifiedEvents(hook, own.secret, 'account.deposited');
  expect(hook.challenges).toHaveLength(1);
});
