/** Webhook endpoints over HTTP: their limits, their owners, their secrets. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { ENDPOINTS_PER_PARTICIPANT, WEBHOOK_EVENT_TYPES } from '../../domain/webhooks';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { type Receiver, startReceiver, subscribe, verifiedEvents, webhooks } from './receiver';

const PUBLIC = 'https://203.0.114.10/hook';

let exchange: Exchange;
let hook: Receiver;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  hook = await startReceiver();
});
afterAll(async () => {
  await hook.close();
  await exchange.stop();
});

test('an owner has ten endpoints and no eleventh, also at once', async () => {
  const buyer = await exchange.buyer('0');
  const create = () => webhooks(exchange, buyer, 'POST', '', { url: hook.url });
  const made = await Promise.all(Array.from({ length: ENDPOINTS_PER_PARTICIPANT }, create));
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
  const refused = await create();
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  const { body } = await webhooks(exchange, buyer, 'GET');
  expect(body.webhooks).toHaveLength(ENDPOINTS_PER_PARTICIPANT);
  expect(JSON.stringify(body)).not.toContain('whsec_');
  const path = `/${made[0]!.body.webhook_id}`;
  expect((await webhooks(exchange, buyer, 'DELETE', path)).status).toBe(204);
  expect((await create()).status).toBe(200);
});

test.each([
  'http://127.0.0.1.nip.io/hook',
  'http://10.0.0.1/hook',
  'https://10.0.0.1/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[::ffff:10.0.0.1]/',
  'https://0xa000001/',
  'https://printer.local/',
  'http://example.com/hook',
  'ftp://example.com/',
  'https://user:pass@example.com/',
  'https://example.com/#there',
])('%s is refused', async (url) => {
  const buyer = await exchange.buyer('0');
  const made = await webhooks(exchange, buyer, 'POST', '', { url });
  expect(made).toMatchObject({
    status: 400,
    body: { code: 'invalid_endpoint_url', param: 'url' },
  });
  const own = await subscribe(exchange, buyer, PUBLIC);
  const changed = await webhooks(exchange, buyer, 'PATCH', `/${own.id}`, { url });
  expect(changed.body).toMatchObject({ code: 'invalid_endpoint_url', param: 'url' });
});

test('a participant subscribes to the events that concern it', async () => {
  const buyer = await exchange.buyer('0');
  const seller = await exchange.seller();
  const create = (holder: typeof buyer | typeof seller, event_types: unknown) =>
    webhooks(exchange, holder, 'POST', '', { url: PUBLIC, event_types } as object);
  const refused = { status: 400, body: { param: 'event_types' } };
  expect(await create(buyer, ['seller.standing_changed'])).toMatchObject(refused);
  expect(await create(seller, ['order.filled'])).toMatchObject(refused);
  expect((await create(buyer, ['order.sold'])).status).toBe(400);
  expect((await create(buyer, [])).status).toBe(400);
  expect((await create(buyer, [...WEBHOOK_EVENT_TYPES])).status).toBe(400);
  const both = await create(seller, ['lot.opened', 'lot.opened']);
  expect(both.body.event_types).toEqual(['lot.opened']);
});

test('nobody reads or changes the endpoint of another', async () => {
  const owner = await exchange.buyer('0');
  const seller = await exchange.seller();
  const stranger = await exchange.buyer('0');
  const own = await subscribe(exchange, owner, hook.url);
  const test1 = await webhooks(exchange, owner, 'POST', `/${own.id}/test`);
  const deliveryPath = `/${own.id}/deliveries/${test1.body.delivery_id}/replay`;
  for (const other of [stranger, seller]) {
    for (const [method, path, body] of [
      ['GET', `/${own.id}`],
      ['PATCH', `/${own.id}`, { status: 'disabled' }],
      ['DELETE', `/${own.id}`],
      ['POST', `/${own.id}/secret`],
      ['POST', `/${own.id}/test`],
      ['GET', `/${own.id}/deliveries`],
      ['POST', `/${own.id}/replay`, { since: '2026-01-01T00:00:00Z' }],
      ['POST', deliveryPath],
    ] as const) {
      const answer = await webhooks(exchange, other, method, path, body);
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    expect((await webhooks(exchange, other, 'GET')).body.webhooks).toEqual([]);
  }
  expect((await webhooks(exchange, owner, 'GET', `/${own.id}`)).body.status).toBe('enabled');
  const unknown = `/${own.id}/deliveries/whd_0/replay`;
  expect((await webhooks(exchange, owner, 'POST', unknown)).status).toBe(404);
  expect((await webhooks(exchange, owner, 'GET', `/${randomUUID()}`)).status).toBe(404);
});

test('a rotation ends the endpoints of the seller, and no others, when its body says so', async () => {
  const seller = await exchange.seller();
  const { apiKey, sellerId } = seller;
  const other = await exchange.seller();
  const made = await subscribe(exchange, seller, hook.url);
  const kept = await subscribe(exchange, other, hook.url);
  const stored = await exchange.records.sellers.findOne({ _id: sellerId });
  const register = (key: string, currentKey: string, more: object) =>
    exchange.send('POST', '/seller/v1/register', {
      headers: { 'x-seller-api-key': currentKey },
      body: {
        name: 'Rotated',
        endpoint_url: stored!.endpointUrl,
        api_key: key,
        supported_models: stored!.supportedModels,
        ...more,
      },
    });
  const ids = async (holder: Pick<typeof seller, 'apiKey'>) => {
    const { body } = await webhooks(exchange, { ...seller, ...holder }, 'GET');
    return body.webhooks.map(({ webhook_id: id }: { webhook_id: string }) => id);
  };

  const [first, second] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  expect((await register(first, apiKey, {})).status).toBe(200);
  expect(await ids({ apiKey: first })).toEqual([made.id]);
  expect((await register(second, apiKey, { end_webhooks: true })).status).toBe(409);
  expect(await ids({ apiKey: first })).toEqual([made.id]);
  expect((await register(second, first, { end_webhooks: true })).status).toBe(200);
  expect(await ids({ apiKey: second })).toEqual([]);
  expect(await ids(other)).toEqual([kept.id]);
});

test('a new secret and the previous one both verify, and neither is stored', async () => {
  const buyer = await exchange.buyer('0');
  const before = await subscribe(exchange, buyer, hook.url, ['ticket.exhausted']);
  const rotated = await webhooks(exchange, buyer, 'POST', `/${before.id}/secret`);
  expect(rotated.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(rotated.body.secret).not.toBe(before.secret);
  expect(Date.parse(rotated.body.secret_expires_at)).toBeGreaterThan(Date.now());
  const sent = await webhooks(exchange, buyer, 'POST', `/${before.id}/test`);
  const id = sent.body.event_id;
  const request = await until(() => hook.received.find(({ body }) => body.id === id), {
    what: 'the test event',
  });
  for (const secret of [before.secret, rotated.body.secret]) {
    new Webhook(secret).verify(request.text, request.headers as Record<string, string>);
  }
  const other = new Webhook(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  const verify = () => other.verify(request.text, request.headers as Record<string, string>);
  expect(verify).toThrow('No matching signature found');
  const stored = await exchange.records.webhookEndpoints.findOne({ _id: before.id });
  const plain = Buffer.from(before.secret.slice(6), 'base64').toString('base64');
  expect(JSON.stringify(stored)).not.toContain(plain);
  // The previous secret no longer signs when its time is over.
  await exchange.records.webhookEndpoints.updateOne(
    { _id: before.id },
    { $set: { 'secrets.1.expiresAt': new Date() } },
  );
  hook.received.length = 0;
  await webhooks(exchange, buyer, 'POST', `/${before.id}/test`);
  await verifiedEvents(hook, rotated.body.secret, 'webhook.test');
  expect(hook.received[0]!.headers['webhook-signature']).not.toContain(' ');
});

test('events that wait while others are under way are signed with a secret that is rotated meanwhile', async () => {
  const held: ServerResponse[] = [];
  const slow = await startReceiver();
  slow.answer = (res) => void held.push(res);
  const buyer = await exchange.buyer('0');
  const before = await subscribe(exchange, buyer, slow.url, ['ticket.exhausted']);
  const sendTest = () => webhooks(exchange, buyer, 'POST', `/${before.id}/test`);
  await sendTest();
  await until(() => held.length === 1, { what: 'the first event' });
  const rotated = await webhooks(exchange, buyer, 'POST', `/${before.id}/secret`);
  const { body: waiting } = await sendTest();
  slow.answer = (res) => void res.writeHead(204).end();
  held[0]!.writeHead(204).end();
  const event = await until(() => slow.received.find(({ body }) => body.id === waiting.event_id), {
    what: 'the second event',
  });
  new Webhook(rotated.body.secret).verify(event.text, event.headers as Record<string, string>);
  await slow.close();
});

test('a disabled endpoint gets nothing, and says so to a test', async () => {
  const buyer = await exchange.buyer('0');
  const own = await subscribe(exchange, buyer, hook.url);
  const change = { status: 'disabled', description: 'paused', event_types: ['lot.ended'] };
  const disabled = await webhooks(exchange, buyer, 'PATCH', `/${own.id}`, change);
  expect(disabled.body).toMatchObject({ ...change, disabled_reason: 'owner' });
  expect((await webhooks(exchange, buyer, 'POST', `/${own.id}/test`)).status).toBe(400);
  expect((await webhooks(exchange, buyer, 'PATCH', `/${own.id}`, {})).status).toBe(400);
});
