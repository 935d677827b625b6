/**
 * Redis has no memory left: whoever needs it is told to come again, what is under way ends and is
 * charged once, and everything goes on when there is room.
 */
import { isRedisAway } from '../../engine/redis-away';
import { as, cancelOrder, placeOrder, readOrder } from '../contracts/market';
import { type Market, cancelAsk, openMarket } from '../e2e/market';
import { register, registration } from '../registration/registering';
import { Traffic, expectNothingLost } from '../replica-set/traffic';
import { type Answer, Exchange } from '../support/exchange';
import { Scrape } from '../support/scrape';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { RedisMemory } from './redis-memory';

const CALLERS = 6;
const ENOUGH = 20;
const READY = { part: 'redis' };

let servers: TestServers;
let exchange: Exchange;
let memory: RedisMemory;
let market: Market;
beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries, { names: ['redis'] });
  const addresses = { ...sharedServers().addresses, redisUrl: servers.addresses.redisUrl };
  const settings = { CHAT_QUOTA: 1_000_000, RESERVATION_LEASE_MS: 5_000 };
  exchange = await Exchange.start({ addresses, settings, gateways: 2, relay: true });
  memory = new RedisMemory(servers.addresses.redisUrl);
});
beforeEach(async () => {
  market = await openMarket(exchange);
});
afterAll(async () => {
  memory?.close();
  await exchange?.stop();
  await servers?.stop();
});

const chat = () => exchange.chat(market.key, { model: market.model });
const stream = () => exchange.stream(market.key, { model: market.model });

/** Room again: chats are answered, and nothing is left over. */
async function expectAllGoesOn(): Promise<void> {
  await until(async () => (await chat()).status === 200, { what: 'the next chat' });
  await exchange.expectExact();
  await exchange.expectSagasEnded();
  await exchange.expectBookAgrees(market.model);
}

test('whoever needs a write is refused with 503, reads go on, and the state is told', async () => {
  const { key, model, seller } = market;
  expect((await chat()).status).toBe(200);
  const order = await placeOrder(exchange, key, { model_id: model, price: '0.0001' });
  expect(order).toMatchObject({ status: 200, body: { status: 'open' } });
  await memory.fill();
  const refusal = await memory.write().catch((err: Error) => err);
  expect(refusal).toBeInstanceOf(Error);
  expect(isRedisAway(refusal as Error)).toBe(true);

  const ask = { model_id: model, price: '0.001', capacity: 1_000 };
  const headers = { 'x-seller-api-key': seller.apiKey };
  const answers: Record<string, Pick<Answer, 'status' | 'body' | 'headers'>> = {
    chat: await chat(),
    stream: await stream(),
    ask: await exchange.send('POST', `/market/v1/sellers/${seller.sellerId}/asks`, {
      headers,
      body: ask,
    }),
    order: await placeOrder(exchange, key, { model_id: model }),
    registration: await register(exchange, registration()),
  };
  for (const [name, { status, body, headers: told }] of Object.entries(answers)) {
    expect([name, status, body.code ?? body.error?.code, told['retry-after']]).toEqual([
      name,
      503,
      'service_unavailable',
      '1',
    ]);
  }
  const path = `/market/v1/orderbook?model_id=${model}`;
  expect(await exchange.send('GET', path)).toMatchObject({ status: 200 });
  expect(await exchange.send('GET', '/market/v1/account', as(key))).toMatchObject({ status: 200 });
  const reported = await exchange.send('GET', '/readyz', { admin: true });
  expect(reported).toMatchObject({ status: 503, body: { checks: { mongodb: 'ok' } } });
  expect(reported.body.checks.redis).toMatch(/^OOM /);
  expect((await Scrape.of(exchange)).value('tokenbook_ready', READY)).toBe(0);

  await memory.free();
  await until(async () => (await exchange.send('GET', '/readyz')).status === 200);
  expect((await Scrape.of(exchange)).value('tokenbook_ready', READY)).toBe(1);
  await expectAllGoesOn();
  expect((await readOrder(exchange, key, order.body.order_id)).status).toBe('open');
  expect((await cancelOrder(exchange, key, order.body.order_id)).status).toBe(204);
});

test('an ask and an order are withdrawn meanwhile, or told to come again', async () => {
  const { key, model } = market;
  const order = await placeOrder(exchange, key, { model_id: model, price: '0.0001' });
  const withdraw = () =>
    Promise.all([cancelAsk(exchange, market), cancelOrder(exchange, key, order.body.order_id)]);
  await memory.fill();
  for (const { status } of await withdraw()) expect([204, 503]).toContain(status);
  await memory.free();
  await until(async () => {
    for (const { status } of await withdraw()) expect([204, 404, 409]).toContain(status);
    return (await readOrder(exchange, key, order.body.order_id)).status === 'cancelled';
  });
  await exchange.expectBookAgrees(model);
  expect(await exchange.account(key)).toMatchObject({ reserved: '0' });
});

test('what is at its seller is answered, and charged once', async () => {
  const { seller, model, key } = market;
  seller.hold();
  const answering = [chat(), exchange.stream(key, { model }, { idempotencyKey: 'once' })] as const;
  await until(() => seller.held === 2, { what: 'both to be at the seller' });
  await memory.fill();
  seller.release();
  const whole = await answering[0];
  expect(whole.status).toBe(200);
  await memory.free();
  const streamed = await answering[1];
  expect(streamed).toMatchObject({ status: 200, done: true });
  await expectAllGoesOn();
  expect(await exchange.records.trades.countDocuments({ modelId: model })).toBe(3);
});

test('under load, again and again', async () => {
  const traffic = new Traffic(exchange);
  await traffic.open(CALLERS);
  const answered = (sinceMs: number) =>
    until(() => traffic.acknowledged(sinceMs).length >= ENOUGH, { what: 'chats' });
  for (let time = 0; time < 3; time += 1) {
    await answered(Date.now());
    const filledAtMs = Date.now();
    await memory.fill();
    await until(() => traffic.refused(filledAtMs).length >= ENOUGH, { what: 'refusals' });
    await memory.free();
  }
  await answered(Date.now());
  await traffic.end();
  expect(traffic.refused(0).filter(({ status }) => status !== 503)).toEqual([]);
  await expectNothingLost(exchange, traffic);
  await exchange.expectSagasEnded();
  await exchange.expectBookAgrees();
});
