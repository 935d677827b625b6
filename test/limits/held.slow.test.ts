/** What one seller, one account, one key and one address may hold or ask for, however it is asked. */
import { randomUUID } from 'node:crypto';
import { newModel } from '../e2e/market';
import { as, buyTicket, cancelOrder, placeOrder } from '../contracts/market';
import { type Answer, Exchange, type TestSeller } from '../support/exchange';
import { newKey, register, registration } from '../registration/registering';

const ASKS = 4;
/** Of all sellers of one owner: more than one seller may have at once. */
const ASKS_OF_NEW_SELLERS = 6;
const ASK_QUOTA = 20;
const ORDERS = 3;
const PLACED = 20;
const REGISTERED = 20;

const exchange = Exchange.forFile({
  settings: {
    ACTIVE_ASKS_PER_SELLER: ASKS,
    ASKS_BEFORE_FIRST_FILL: ASKS_OF_NEW_SELLERS,
    ASKS_QUOTA: ASK_QUOTA,
    MIN_ASK_NOTIONAL: '0.1',
    OPEN_ORDERS_PER_ACCOUNT: ORDERS,
    ORDERS_QUOTA: PLACED,
    REGISTRATION_QUOTA: REGISTERED,
  },
});
const model = newModel();

const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

function postAsk(seller: TestSeller, idempotencyKey?: string, terms = {}): Promise<Answer> {
  return exchange.send('POST', `/market/v1/sellers/${seller.sellerId}/asks`, {
    headers: {
      'x-seller-api-key': seller.apiKey,
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    body: { model_id: model, price: '1', capacity: 1_000, ttl_seconds: 600, ...terms },
  });
}

function postOffer(seller: TestSeller): Promise<Answer> {
  return exchange.send('POST', '/seller/v1/offers', {
    headers: { 'x-seller-api-key': seller.apiKey },
    body: {
      model,
      price_per_million_tokens: '1000',
      quantity_tokens: 1_000,
      region: 'global',
      valid_for_seconds: 300,
    },
  });
}

test('active asks of a seller: so many and no more, whichever surface, all at once too', async () => {
  const seller = await exchange.seller('normal', { models: [model] });
  const atOnce = await Promise.all(Array.from({ length: 3 * ASKS }, () => postAsk(seller)));
  const refused = Array<number>(2 * ASKS).fill(400);
  expect(statusesOf(atOnce)).toEqual([...Array<number>(ASKS).fill(200), ...refused]);
  expect(await postOffer(seller)).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', message: expect.stringContaining(`${ASKS} active asks`) },
  });

  const listed = atOnce.filter(({ status }) => status === 200);
  const path = `/market/v1/sellers/${seller.sellerId}/asks/${listed[0]!.body.ask_id}`;
  await exchange.send('DELETE', path, { headers: { 'x-seller-api-key': seller.apiKey } });
  const key = randomUUID();
  const last = await postAsk(seller, key);
  expect(last.status).toBe(200);
  expect((await postAsk(seller)).status).toBe(400);
  expect((await postAsk(seller, key)).body).toEqual(last.body);
});

async function sellersOfOneOwner(count: number, models: string[]): Promise<TestSeller[]> {
  const owner = `owner-${randomUUID()}`;
  const sellers = await Promise.all(
    Array.from({ length: count }, () => exchange.seller('normal', { models })),
  );
  for (const { sellerId } of sellers) {
    const path = `/sellers/${sellerId}`;
    expect(await exchange.admin('PATCH', path, { owner, reason: 'a test' })).toMatchObject({
      status: 200,
    });
  }
  return sellers;
}

test('active asks before the first settled fill: sellers of one owner together', async () => {
  const own = newModel();
  const [first, second] = await sellersOfOneOwner(2, [own]);
  const terms = { model_id: own };
  const post = (seller: TestSeller) => postAsk(seller, undefined, terms);
  for (let at = 0; at < ASKS_OF_NEW_SELLERS; at += 1) {
    expect((await post(at % 2 ? first! : second!)).status).toBe(200);
  }
  expect(await post(second!)).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_request',
      message: expect.stringContaining(`${ASKS_OF_NEW_SELLERS} active asks`),
    },
  });
  const { key } = await exchange.buyer('10');
  expect((await exchange.chat(key, { model: own, max_tokens: 16 })).status).toBe(200);
  expect((await post(second!)).status).toBe(200);
});

test('an ask is worth at least so much', async () => {
  const seller = await exchange.seller('normal', { models: [model] });
  const post = (capacity: number) => postAsk(seller, undefined, { price: '0.1', capacity });
  expect((await post(1_000)).status).toBe(200);
  expect(await post(999)).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_quantity',
      param: 'capacity',
      message: expect.stringContaining('0.1 USD'),
    },
  });
});

test('sellers of one owner have one quota of asks; one with a quota of its own has that', async () => {
  const [first, second, third] = await sellersOfOneOwner(3, [model]);
  const quotas = { asks: { limit: 2, window_seconds: 600 } };
  await exchange.admin('PATCH', `/sellers/${third!.sellerId}`, { quotas, reason: 'a test' });
  const send = (seller: TestSeller) => postAsk(seller, undefined, { price: 'none' });
  for (let at = 0; at < ASK_QUOTA; at += 1) {
    const answer = await send(at % 2 ? first! : second!);
    expect([answer.status, answer.headers['ratelimit']]).toEqual([400, String(ASK_QUOTA - 1 - at)]);
  }
  expect((await send(first!)).status).toBe(429);
  expect((await send(second!)).status).toBe(429);
  expect((await send(third!)).headers['ratelimit']).toBe('1');
});

test('an ask that could not be taken back is still meant by its key', async () => {
  const seller = await exchange.seller('normal', { models: [model] });
  const { asks, connection } = exchange.records;
  const validator = (rule: object) => connection.db!.command({ collMod: 'asks', validator: rule });
  const halt = (halted: boolean) =>
    exchange.admin('PATCH', `/books/${model}`, { tenor: 'spot', halted, reason: 'a test' });
  const key = randomUUID();
  await halt(true);
  await validator({ status: { $ne: 'cancelled' } });
  expect((await postAsk(seller, key)).status).toBe(500);
  await validator({});
  await halt(false);

  const placed = await postAsk(seller, key);
  expect(placed.status).toBe(200);
  const own = await asks.find({ sellerId: seller.sellerId }).toArray();
  expect(own.map(({ _id, status }) => [_id, status])).toEqual([[placed.body.ask_id, 'active']]);
});

test('open orders of an account: so many and no more; what never rests does not count', async () => {
  const { key } = await exchange.buyer('10');
  const resting = { model_id: newModel(), quantity: 1_000 };
  const atOnce = await Promise.all(
    Array.from({ length: 2 * ORDERS }, () => placeOrder(exchange, key, resting)),
  );
  const refused = Array<number>(ORDERS).fill(400);
  expect(statusesOf(atOnce)).toEqual([...Array<number>(ORDERS).fill(200), ...refused]);
  expect(atOnce.find(({ status }) => status === 400)?.body).toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(`${ORDERS} open orders`),
  });
  expect(await exchange.account(key)).toMatchObject({ reserved: '0.003' });

  const immediate = { ...resting, time_in_force: 'IOC' };
  expect((await placeOrder(exchange, key, immediate)).body.status).toBe('cancelled');
  const [first] = atOnce.filter(({ status }) => status === 200);
  expect((await cancelOrder(exchange, key, first!.body.order_id)).status).toBe(204);
  expect((await placeOrder(exchange, key, resting)).status).toBe(200);
  expect((await placeOrder(exchange, key, resting)).status).toBe(400);
});

test('tickets are redeemed within the chat quota of the key that they were issued to', async () => {
  const seller = await exchange.seller('normal', { models: [model] });
  await exchange.ask(seller, { model, price: '0.001', capacity: 100_000 });
  const { accountId } = await exchange.buyer('10');
  const issued = await exchange.admin('POST', `/accounts/${accountId}/keys`, {
    quotas: { chat: { limit: 3, window_seconds: 600 } },
  });
  const key: string = issued.body.buyer_key;
  const tickets = await Promise.all([1, 2].map(() => buyTicket(exchange, key, { model })));
  const [one, two] = tickets.map(({ body }) => body.credential as string);

  const answers: Answer[] = [];
  for (const credential of [one!, two!, key, one!, two!]) {
    answers.push(await exchange.chat(credential, { model, max_tokens: 16 }));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(answers.map(({ headers }) => headers['ratelimit'])).toEqual(['2', '1', '0', '0', '0']);
});

test('orders and tickets together have a quota per key', async () => {
  const { key } = await exchange.buyer('0');
  const other = await exchange.buyer('0');
  for (let sent = 0; sent < PLACED; sent += 1) {
    const path = sent % 2 ? '/market/v1/contracts' : '/buyer/v1/tickets';
    const answer = await exchange.send('POST', path, { ...as(key), body: {} });
    expect([answer.status, answer.headers['ratelimit']]).toEqual([400, String(PLACED - 1 - sent)]);
  }
  const over = await exchange.send('POST', '/market/v1/contracts', { ...as(key), body: {} });
  expect(over).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
  expect((await placeOrder(exchange, other.key, {})).status).toBe(402);
});

test('who has no key of an endpoint keeps its workflow from nothing', async () => {
  const body = registration();
  expect((await register(exchange, body)).status).toBe(200);
  await Promise.all(exchange.workers.map((worker) => worker.kill()));
  // Whatever went through the workflow would now wait in vain.
  const guess = { ...body, api_key: newKey() };
  const options = [{}, { currentKey: newKey() }, { route: 'Market' as const }];
  const startedMs = performance.now();
  for (const option of options) {
    expect(await register(exchange, guess, option)).toMatchObject({
      status: 409,
      body: { code: 'endpoint_already_registered' },
    });
  }
  expect(performance.now() - startedMs).toBeLessThan(10_000);
});

test('registrations have a quota per address, before their body is read', async () => {
  let refused: Answer | undefined;
  for (let sent = 0; sent <= REGISTERED && refused?.status !== 429; sent += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${sent}` }; // of no proxy that is trusted
    refused = await exchange.send('POST', '/seller/v1/register', { body: {}, headers });
  }
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', message: expect.stringContaining('address') },
    headers: { ratelimit: '0', 'ratelimit-policy': `${REGISTERED};w=60` },
  });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
});
