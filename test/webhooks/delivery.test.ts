/** How events are delivered: retried, bounded, replayed, and never at the expense of others. */
import type { ServerResponse } from 'node:http';
import { DISABLED_AFTER_MS, RETRIES_END_AFTER_MS } from '../../domain/webhooks';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import {
  type Receiver,
  acceptAll,
  deliveriesOf,
  startReceiver,
  subscribe,
  verifiedEvents,
  webhooks,
  withStatus,
} from './receiver';

const exchange = Exchange.pooledForFile();
let receivers: Receiver[] = [];
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});

async function startOne(answer: Receiver['answer'] = acceptAll): Promise<Receiver> {
  const started = await startReceiver();
  started.answer = answer;
  receivers.push(started);
  return started;
}

function deposit(accountId: string, reference: string) {
  const body = { amount: '1', reference };
  return exchange.admin('POST', `/accounts/${accountId}/deposits`, body);
}

const untilDelivery = (buyer: { key: string }, id: string, parts: object) =>
  until(
    async () => {
      const [newest] = await deliveriesOf(exchange, buyer, id);
      expect(newest).toMatchObject(parts);
      return newest;
    },
    { what: `a delivery ${JSON.stringify(parts)}` },
  );

test('an event is sent again after a 500, with the same id, and only once after success', async () => {
  const hook = await startOne(withStatus(500));
  const buyer = await exchange.buyer('0');
  const own = await subscribe(exchange, buyer, hook.url);
  await deposit(buyer.accountId, 'a');
  await until(() => hook.received.length >= 2, { what: 'a retry' });
  const failing = await webhooks(exchange, buyer, 'GET', `/${own.id}`);
  expect(failing.body.failing_since).toMatch(/^\d{4}-/);
  hook.answer = acceptAll;
  await untilDelivery(buyer, own.id, { status: 'delivered', response_status: 204 });
  const [first] = await verifiedEvents(hook, own.secret, 'account.deposited', 3);
  expect(new Set(hook.received.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([first.id]),
  );
  // The operator repeats the deposit: it is the same one, and so is its event.
  await deposit(buyer.accountId, 'a');
  const events = exchange.records.webhookEvents;
  expect(await events.countDocuments({ participants: `account:${buyer.accountId}` })).toBe(1);
});

test('a redirect is not followed, and an endless answer is not read', async () => {
  const target = await startOne();
  const hook = await startOne(withStatus(307, { location: target.url }));
  const endless = await startOne((res) => {
    res.writeHead(200);
    const more = () => {
      while (!res.destroyed && res.write(Buffer.alloc(65_536)));
    };
    res.on('drain', more);
    more();
  });
  const buyer = await exchange.buyer('0');
  const redirected = await subscribe(exchange, buyer, hook.url);
  const flooded = await subscribe(exchange, buyer, endless.url);
  await deposit(buyer.accountId, 'a');
  await untilDelivery(buyer, redirected.id, { response_status: 307, status: 'waiting' });
  await untilDelivery(buyer, flooded.id, { response_status: 200, status: 'delivered' });
  expect(target.received).toEqual([]);
});

test('a dead receiver delays nobody', async () => {
  const held: ServerResponse[] = [];
  const dead = await startOne((res) => void held.push(res));
  const hook = await startOne();
  const slow = await exchange.buyer('0');
  const buyer = await exchange.buyer('0');
  for (let count = 0; count < 4; count += 1) await subscribe(exchange, slow, dead.url);
  await subscribe(exchange, buyer, hook.url);
  for (let count = 0; count < 10; count += 1) await deposit(slow.accountId, `${count}`);
  await until(() => held.length >= 4, { what: 'requests that are not answered' });
  await deposit(buyer.accountId, 'a');
  await until(() => hook.received.length === 1, { what: 'the event of another', timeoutMs: 8_000 });
  expect(held.every(({ writableEnded }) => !writableEnded)).toBe(true);
});

test('410 disables an endpoint, and enabling it goes on with what waits', async () => {
  const hook = await startOne(withStatus(410));
  const buyer = await exchange.buyer('0');
  const own = await subscribe(exchange, buyer, hook.url);
  await deposit(buyer.accountId, 'a');
  await untilDelivery(buyer, own.id, { status: 'failed', response_status: 410 });
  const gone = await webhooks(exchange, buyer, 'GET', `/${own.id}`);
  expect(gone.body).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
  await deposit(buyer.accountId, 'missed');
  hook.answer = acceptAll;
  await webhooks(exchange, buyer, 'PATCH', `/${own.id}`, { status: 'enabled' });
  await deposit(buyer.accountId, 'b');
  await until(() => hook.received.length >= 2, { what: 'the next event' });
  const replayed = await webhooks(exchange, buyer, 'POST', `/${own.id}/replay`, {
    since: new Date(0).toISOString(),
  });
  expect(replayed.body.has_more).toBe(false);
  const references = async () =>
    (await verifiedEvents(hook, own.secret, 'account.deposited')).map(({ data }) => data.reference);
  const all = new Set(['a', 'b', 'missed']); // in whichever order
  await until(async () => all.size === new Set(await references()).size, {
    what: 'what waited, and the missed event',
  });
  expect(new Set(await references())).toEqual(all);
});

test('retries end after three days, and five days of failures disable an endpoint', async () => {
  const { webhookDeliveries, webhookEndpoints } = exchange.records;
  const hook = await startOne(withStatus(503));
  const buyer = await exchange.buyer('0');
  const own = await subscribe(exchange, buyer, hook.url);
  await deposit(buyer.accountId, 'a');
  await untilDelivery(buyer, own.id, { status: 'waiting', response_status: 503 });
  const beganAt = new Date(Date.now() - RETRIES_END_AFTER_MS);
  await webhookDeliveries.updateMany({ endpointId: own.id }, { $set: { beganAt } });
  await untilDelivery(buyer, own.id, { status: 'failed', next_attempt_at: null });
  const failingSince = new Date(Date.now() - DISABLED_AFTER_MS);
  await webhookEndpoints.updateOne({ _id: own.id }, { $set: { failingSince } });
  await deposit(buyer.accountId, 'b');
  const disabled = async () => (await webhooks(exchange, buyer, 'GET', `/${own.id}`)).body;
  await until(async () => (await disabled()).status === 'disabled', { what: 'the end of it' });
  expect(await disabled()).toMatchObject({ disabled_reason: 'failing' });
  expect(await deliveriesOf(exchange, buyer, own.id)).toHaveLength(2);
});

test('one delivery is replayed, with the same id', async () => {
  const hook = await startOne();
  const buyer = await exchange.buyer('0');
  const own = await subscribe(exchange, buyer, hook.url);
  await deposit(buyer.accountId, 'a');
  const { delivery_id: deliveryId } = await untilDelivery(buyer, own.id, { status: 'delivered' });
  const path = `/${own.id}/deliveries/${deliveryId}/replay`;
  const replayed = await webhooks(exchange, buyer, 'POST', path);
  expect(replayed.body.status).toBe('waiting');
  const [first, second] = await verifiedEvents(hook, own.secret, 'account.deposited', 2);
  expect(second).toEqual(first);
  await untilDelivery(buyer, own.id, { status: 'delivered', attempts: 2 });
});
