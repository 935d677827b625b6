/** What a limited key may spend, as its holder and the holder of its account see it. */
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';

const exchange = Exchange.pooledForFile();
const KEYS = '/market/v1/keys';
/** `chatBody` reserves 75 tokens at 0.001 per 1,000, and its answer costs 24 of them. */
const HELD = 0.000_075;
const COST = 0.000_024;

let market: Awaited<ReturnType<typeof openMarket>>;
let manager: string;
beforeAll(async () => {
  market = await openMarket(exchange);
  const path = `/accounts/${market.accountId}/keys`;
  manager = (await exchange.admin('POST', path, { kind: 'manage' })).body.buyer_key;
});

type Method = Parameters<Exchange['send']>[0];
const as = (key: string, method: Method, path: string, body?: object) =>
  exchange.send(method, path, {
    headers: { authorization: `Bearer ${key}` },
    ...(body ? { body } : {}),
  });

async function issued(terms: object): Promise<{ id: string; key: string }> {
  const { body } = await as(manager, 'POST', KEYS, terms);
  return { id: body.key_id, key: body.buyer_key };
}

const usd = (amount: number) => amount.toFixed(8);

test.each([
  ['exactly n requests', usd(3 * HELD), 3],
  ['n requests less one unit', usd(3 * HELD - 0.000_000_01), 2],
])('of n at once at both gateways, a limit for %s', async (_name, limit, most) => {
  const { key } = await issued({ limit });
  const chats = Array.from({ length: 8 }, (_, index) =>
    exchange.chat(key, { model: market.model }, { gateway: index % 2 }),
  );
  const answers = await Promise.all(chats);
  const served = answers.filter(({ status }) => status === 200);
  expect(served.length).toBeGreaterThanOrEqual(most);
  for (const { status, body } of answers.filter((one) => one.status !== 200)) {
    expect([status, body.code]).toEqual([402, 'key_limit_reached']);
  }
  const { data } = (await as(key, 'GET', '/v1/key')).body;
  expect(data.usage).toBeCloseTo(served.length * COST, 10);
  expect(data.usage).toBeLessThanOrEqual(data.limit);
  expect(data.limit_remaining).toBeCloseTo(data.limit - data.usage, 10);
});

test('a key that has used its limit is refused until its limit is raised, and says what is left', async () => {
  const { id, key } = await issued({ label: 'agent', limit: usd(HELD), limit_reset: 'monthly' });
  expect(await exchange.chat(key, { model: market.model })).toMatchObject({ status: 200 });
  const refused = await exchange.chat(key, { model: market.model });
  expect(refused).toMatchObject({
    status: 402,
    headers: { 'x-should-retry': 'false' },
    body: { error: { code: 'key_limit_reached', type: 'payment_required_error' } },
  });
  expect((await as(key, 'GET', '/v1/key')).body).toEqual({
    data: {
      label: 'agent',
      limit: HELD,
      limit_remaining: 0.000_051,
      limit_reset: 'monthly',
      usage: COST,
      usage_daily: COST,
      usage_weekly: COST,
      usage_monthly: COST,
      is_free_tier: false,
      is_management_key: false,
      expires_at: null,
    },
  });
  const seen = { limit: '0.000075', limit_remaining: '0.000051', usage: '0.000024' };
  const { body } = await as(manager, 'GET', KEYS);
  expect(body.keys.find((one: any) => one.key_id === id)).toMatchObject(seen);
  await as(manager, 'PATCH', `${KEYS}/${id}`, { limit: '1' });
  expect(await exchange.chat(key, { model: market.model })).toMatchObject({ status: 200 });
});

test('a limit given to a free key counts from its answer on, at each gateway', async () => {
  const { id, key } = await issued({});
  for (const gateway of [0, 1]) await exchange.chat(key, { model: market.model }, { gateway });
  const changed = await as(manager, 'PATCH', `${KEYS}/${id}`, { limit: usd(HELD) });
  expect(changed.body).toMatchObject({ usage: '0.000048', limit_remaining: '0.000027' });
  for (const gateway of [0, 1]) {
    const answer = await exchange.chat(key, { model: market.model }, { gateway });
    expect(answer.body).toMatchObject({ code: 'key_limit_reached' });
  }
});

test('a request without max_tokens shrinks to what the key has left', async () => {
  const { key } = await issued({ limit: usd(0.000_1) });
  const body = { model: market.model, max_tokens: undefined };
  const { status, body: answer } = await exchange.chat(key, body);
  expect([status, answer.code]).toEqual([200, undefined]);
});

test('a key issued before answers what it has used; the operator issues limited ones too', async () => {
  expect((await as(market.key, 'GET', '/v1/key')).body.data).toMatchObject({ limit: null });
  const path = `/accounts/${market.accountId}/keys`;
  const { body } = await exchange.admin('POST', path, { limit: '5', limit_reset: 'daily' });
  expect(body).toMatchObject({ limit: '5', limit_remaining: '5', limit_reset: 'daily' });
  const buying = { model: market.model, quantity_tokens: 1_000 };
  const refused = await as(body.buyer_key, 'POST', '/buyer/v1/tickets', buying);
  expect(refused).toMatchObject({ status: 403, body: { code: 'key_restricted' } });
});

test('a key of kind manage gets no limit', async () => {
  const refused = await as(manager, 'POST', KEYS, { kind: 'manage', limit: '5' });
  expect(refused).toMatchObject({ status: 400, body: { param: 'limit' } });
});

test("the sums of every key are exact in the ledger's own check", () => exchange.expectExact());
