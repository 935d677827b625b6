/** Keys that the holder of an account issues, and what each of them is good for. */
import { newModel, openMarket } from '../e2e/market';
import { type Answer, Exchange } from '../support/exchange';

const exchange = Exchange.pooledForFile();
const KEYS = '/market/v1/keys';
const MINUTE_MS = 60_000;

type Method = Parameters<Exchange['send']>[0];
const as = (key: string, method: Method, path: string, body?: object, gateway = 0) =>
  exchange.send(method, path, {
    headers: { authorization: `Bearer ${key}` },
    gateway,
    ...(body ? { body } : {}),
  });

let market: Awaited<ReturnType<typeof openMarket>>;
let manager: string;
let managerId: string;
beforeAll(async () => {
  market = await openMarket(exchange, { region: 'eu-west' });
  const path = `/accounts/${market.accountId}/keys`;
  const { body } = await exchange.admin('POST', path, { kind: 'manage', label: 'first' });
  [manager, managerId] = [body.buyer_key, body.key_id];
});

async function issued(terms: object): Promise<{ id: string; key: string; answer: Answer }> {
  const answer = await as(manager, 'POST', KEYS, terms);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return { id: answer.body.key_id, key: answer.body.buyer_key, answer };
}

const refusal = (code: string, param?: string) => ({
  body: { code, ...(param ? { error: { code, param } } : {}) },
});

test('the holder issues a key, which is shown once, and sees what it may do', async () => {
  const terms = {
    label: 'agent',
    models: [market.model.toUpperCase(), market.model],
    regions: ['eu-west'],
    max_price: '0.002',
    expires_at: new Date(Date.now() + MINUTE_MS).toISOString(),
    quotas: { chat: { limit: 5, window_seconds: 60 } },
  };
  const { id, key, answer } = await issued(terms);
  const shown = { ...terms, models: [market.model], kind: 'inference', revoked_at: null };
  const { quotas: _quotas, ...seen } = shown;
  expect(answer.body).toMatchObject(seen);
  const { body } = await as(manager, 'GET', `${KEYS}?limit=1`);
  expect(body.keys).toMatchObject([{ key_id: id, ...seen }]);
  expect(JSON.stringify(body)).not.toContain(key.slice(6, 30));
  const next = await as(manager, 'GET', `${KEYS}?cursor=${body.next_cursor}`);
  expect(next.body.keys.map((one: any) => one.key_id)).toContain(managerId);
  const chat = await exchange.chat(key, { model: market.model });
  expect(chat).toMatchObject({ status: 200, headers: { 'ratelimit-policy': '5;w=60' } });
  expect(chat.body.fill.region).toBe('eu-west');
});

test('a key asks for its own instruments only, in the list models too', async () => {
  const { key } = await issued({ models: [market.model] });
  const other = newModel();
  expect(await exchange.chat(key, { model: other })).toMatchObject({
    status: 403,
    ...refusal('key_restricted', 'model'),
  });
  const both = await exchange.chat(key, { model: market.model, models: [other] });
  expect(both).toMatchObject(refusal('key_restricted', 'model'));
  expect(await exchange.chat(key, { model: market.model })).toMatchObject({ status: 200 });
});

test('a key asks in its own regions only, and with a single one is pinned to it', async () => {
  const { key: elsewhere } = await issued({ regions: ['us-east'] });
  const { model } = market;
  expect(await exchange.chat(elsewhere, { model })).toMatchObject({ body: { code: 'no_match' } });
  const stray = await exchange.chat(elsewhere, { model, region: 'eu-west' });
  expect(stray).toMatchObject({ status: 403, ...refusal('key_restricted', 'region') });
  const { key: both } = await issued({ regions: ['us-east', 'eu-west'] });
  expect(await exchange.chat(both, { model })).toMatchObject(refusal('key_restricted', 'region'));
  expect(await exchange.chat(both, { model, region: 'global' })).toMatchObject({ status: 403 });
  expect(await exchange.chat(both, { model, region: 'eu-west' })).toMatchObject({ status: 200 });
});

test('a key pays no more than its price, whatever the request allows', async () => {
  const { key } = await issued({ max_price: '0.0009' });
  const { model } = market;
  const refused = await exchange.chat(key, { model, max_price: '1' });
  expect(refused).toMatchObject({ status: 402, body: { code: 'no_fill_at_limit' } });
  expect(refused.body.error.numbers).toMatchObject({ max_price: '0.0009' });
  const { key: dearer } = await issued({ max_price: '0.001' });
  expect(await exchange.chat(dearer, { model })).toMatchObject({ status: 200 });
});

test('an expired key says so, at every route', async () => {
  const { key } = await issued({ expires_at: new Date(Date.now() - 1).toISOString() });
  const expired = { status: 401, body: { code: 'key_expired' } };
  expect(await exchange.chat(key, { model: market.model })).toMatchObject(expired);
  expect(await as(key, 'GET', '/market/v1/account')).toMatchObject(expired);
});

test('a change counts at every gateway as soon as it is answered', async () => {
  const { model } = market;
  const { id, key } = await issued({ label: 'changing' });
  const chats = (status: number) =>
    Promise.all(
      [0, 1].map(async (gateway) =>
        expect(await exchange.chat(key, { model }, { gateway })).toMatchObject({ status }),
      ),
    );
  await chats(200);
  const changed = await as(manager, 'PATCH', `${KEYS}/${id}`, { models: [newModel()] });
  expect(changed).toMatchObject({
    status: 200,
    body: { label: 'changing', models: [expect.any(String)] },
  });
  await chats(403);
  await as(manager, 'PATCH', `${KEYS}/${id}`, { models: null });
  await chats(200);
  for (const [ahead, status] of [
    [-1, 401],
    [MINUTE_MS, 200],
  ] as const) {
    const expires_at = new Date(Date.now() + ahead).toISOString();
    await as(manager, 'PATCH', `${KEYS}/${id}`, { expires_at });
    await chats(status);
  }
  expect(await as(manager, 'DELETE', `${KEYS}/${id}`)).toMatchObject({ status: 204 });
  await chats(401);
  const gone = await as(manager, 'PATCH', `${KEYS}/${id}`, { label: 'again' });
  expect(gone).toMatchObject({ status: 404 });
});

test('a rotated key is the same key with two texts until the grace is over, and then with one', async () => {
  const { model } = market;
  const { id, key: first } = await issued({ limit: '0.0002', label: 'rotating' });
  const rotate = (grace?: number) =>
    as(
      manager,
      'POST',
      `${KEYS}/${id}/rotate`,
      grace === undefined ? {} : { grace_seconds: grace },
    );
  const chats = async (expected: readonly (readonly [string, number, string?])[]) => {
    for (const [key, status, code] of expected) {
      for (const gateway of [0, 1]) {
        const answer = await exchange.chat(key, { model }, { gateway });
        expect([answer.status, answer.body.code]).toEqual([status, code]);
      }
    }
  };
  await chats([[first, 200]]);
  const { body } = await rotate();
  const second = body.buyer_key as string;
  expect(body).toMatchObject({ key_id: id, label: 'rotating', limit: '0.0002', usage: '0.000048' });
  const graceMs = Date.parse(body.previous_expires_at) - Date.now();
  expect(Math.abs(graceMs - 86_400_000)).toBeLessThan(MINUTE_MS);
  await chats([
    [first, 200],
    [second, 200],
  ]);
  const both = { usage: '0.000144', limit_remaining: '0.000056' };
  const list = await as(manager, 'GET', KEYS);
  expect(list.body.keys.find((one: any) => one.key_id === id)).toMatchObject(both);
  expect(JSON.stringify(list.body)).not.toContain(second.slice(6, 30));

  const { buyer_key: third, previous_expires_at } = (await rotate(0)).body;
  expect(previous_expires_at).toBeNull();
  await chats([
    [first, 401, 'unauthorized'],
    [second, 401, 'unauthorized'],
  ]);
  expect((await exchange.chat(third, { model })).body.code).toBe('key_limit_reached');
});

test('the earlier text of a key says that its grace is over, at every gateway', async () => {
  const { model } = market;
  const { id, key } = await issued({});
  for (const gateway of [0, 1]) await exchange.chat(key, { model }, { gateway });
  await as(manager, 'POST', `${KEYS}/${id}/rotate`, { grace_seconds: 60 });
  await exchange.records.buyerKeys.updateOne(
    { _id: id },
    { $set: { 'earlier.0.until': new Date(Date.now() - 1) } },
  );
  for (const gateway of [0, 1]) {
    const answer = await exchange.chat(key, { model }, { gateway });
    expect(answer).toMatchObject({ status: 401, body: { code: 'key_expired' } });
  }
  expect(await as(key, 'GET', '/v1/key')).toMatchObject({ body: { code: 'key_expired' } });
});

test('of rotations at once each gets a text that works, and a key of kind manage rotates itself', async () => {
  const { id, key } = await issued({ kind: 'manage' });
  const path = `${KEYS}/${id}/rotate`;
  const answers = await Promise.all([1, 2, 3].map(() => as(key, 'POST', path, {})));
  for (const text of [key, ...answers.map(({ body }) => body.buyer_key)]) {
    expect(await as(text, 'GET', KEYS)).toMatchObject({ status: 200 });
  }
  await as(manager, 'DELETE', `${KEYS}/${id}`);
  for (const text of [key, ...answers.map(({ body }) => body.buyer_key)]) {
    expect(await as(text, 'GET', KEYS)).toMatchObject({ status: 401 });
  }
  expect(await as(manager, 'POST', path, {})).toMatchObject({ status: 404 });
});

test('a limited key opens nothing else of its account', async () => {
  const { key } = await issued({ max_price: '0.001' });
  const restricted = { status: 403, body: { code: 'key_restricted' } };
  for (const path of ['/market/v1/account', '/market/v1/requests', '/market/v1/webhooks', KEYS]) {
    expect(await as(key, 'GET', path)).toMatchObject(restricted);
  }
  const ticket = { model: market.model, quantity_tokens: 1_000 };
  expect(await as(key, 'POST', '/buyer/v1/tickets', ticket)).toMatchObject(restricted);
});

test('a key of kind manage reads its account and buys nothing; others manage no keys', async () => {
  const restricted = { status: 403, body: { code: 'key_restricted' } };
  expect(await exchange.chat(manager, { model: market.model })).toMatchObject(restricted);
  const ticket = { model: market.model, quantity_tokens: 1_000 };
  expect(await as(manager, 'POST', '/buyer/v1/tickets', ticket)).toMatchObject(restricted);
  expect(await as(manager, 'GET', '/market/v1/account')).toMatchObject({ status: 200 });
  expect(await as(market.key, 'POST', KEYS, {})).toMatchObject(restricted);
  expect(await as(market.key, 'GET', KEYS)).toMatchObject(restricted);
});

test('a manager reaches no key of another account', async () => {
  const other = await exchange.buyer('0');
  const [key] = await exchange.records.buyerKeys.find({ accountId: other.accountId }).toArray();
  const path = `${KEYS}/${key!._id}`;
  expect(await as(manager, 'PATCH', path, { label: 'mine' })).toMatchObject({ status: 404 });
  expect(await as(manager, 'DELETE', path)).toMatchObject({ status: 404 });
  expect(await as(manager, 'POST', `${path}/rotate`, {})).toMatchObject({ status: 404 });
  expect(await exchange.records.buyerKeys.findOne({ _id: key!._id })).toEqual(key);
});
