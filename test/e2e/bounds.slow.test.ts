/** What one buyer or one seller may take of what all share (LIMIT-2). */
import Redis from 'ioredis';
import { answerKey } from '../../channel/messages';
import { canonicalHash } from '../../domain/canonical-json';
import { Exchange, chatBody } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { bidOf } from './bid-of';
import { joinMarket, openMarket } from './market';

const LIMIT = 3;
const DEADLINE_MS = 6_000;

let exchange: Exchange;
let redis: Redis;
beforeAll(async () => {
  exchange = await Exchange.start({
    settings: {
      GATEWAY_WORKER: 'off',
      DISPATCHES_PER_WORKER: LIMIT + 1,
      SELLER_CONNECTIONS: LIMIT,
      REQUESTS_UNDER_WAY_PER_ACCOUNT: LIMIT,
      BID_DEADLINE_MS: DEADLINE_MS,
      FIRST_BYTE_TIMEOUT_MS: 20_000,
      FIRST_BYTE_PER_TOKEN_MS: 1,
    },
  });
  redis = new Redis(exchange.settings.redisUrl);
});
afterAll(async () => {
  redis.disconnect();
  await exchange.stop();
});

test('an account has so many requests under way and not one more', async () => {
  const { key, model, seller } = await openMarket(exchange);
  seller.hold();
  const held = Array.from({ length: LIMIT }, () => exchange.chat(key, { model }));
  await until(() => seller.held === LIMIT, { what: 'the seller to be asked' });

  const tooMany = await exchange.chat(key, { model }, { idempotencyKey: 'again' });
  expect(tooMany).toMatchObject({
    status: 429,
    body: {
      code: 'rate_limited',
      message: expect.stringContaining(`${LIMIT} requests in progress`),
    },
  });
  expect(tooMany.headers['retry-after']).toBe('1');

  seller.release();
  for (const answer of await Promise.all(held)) expect(answer.status).toBe(200);
  const again = await exchange.chat(key, { model }, { idempotencyKey: 'again' });
  expect(again.status).toBe(200);
});

test('a gateway works on so many requests and not one more: the next is told so at once, and nothing is kept', async () => {
  const markets = await Promise.all([1, 2].map(() => openMarket(exchange, { behaviour: 'stall' })));
  const [first, second] = [markets[0]!, markets[1]!];
  const gone = new AbortController();
  let streaming = 0;
  const streams = [first, first, first, second].map(({ key, model }) => {
    let isFirst = true;
    const onChunk = () => {
      if (isFirst) streaming += 1;
      isFirst = false;
    };
    return exchange.stream(key, { model }, { signal: gone.signal, onChunk }).catch(() => null);
  });
  await until(() => streaming === LIMIT + 1, { what: 'every place to be taken' });

  const waiting = await openMarket(exchange);
  const answer = await exchange.chat(waiting.key, { model: waiting.model });
  expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
  expect(answer.headers['retry-after']).toBe('1');
  expect(waiting.seller.requests).toEqual([]);
  expect(await exchange.account(waiting.key)).toMatchObject({ balance: '10', reserved: '0' });

  gone.abort();
  await Promise.all(streams);
  const asked = markets.flatMap(({ seller }) => seller.requests);
  await until(() => asked.every(({ abandoned }) => abandoned), {
    what: 'the sellers to be stopped',
  });
});

test('a seller that throttles without a wait is asked a few times, not without end', async () => {
  const behaviour = BEHAVIOURS.throttled({ retryAfter: '0' });
  const { key, model, seller } = await openMarket(exchange, { behaviour });
  const answer = await exchange.chat(key, { model });
  // 502; on a machine so busy that an attempt meets the deadline, 408.
  expect([502, 408]).toContain(answer.status);
  // Twice in each round, and rounds 1 s and 2 s apart: a third pause would pass the deadline.
  expect(seller.requests.length).toBeGreaterThan(1);
  expect(seller.requests.length).toBeLessThanOrEqual(6);
});

test('accounts of one owner are one participant in what all share', async () => {
  const { key: unowned, accountId, model, seller } = await openMarket(exchange);
  const owned = await Promise.all([1, 2].map(() => exchange.buyer('10', { owner: 'one' })));
  seller.hold();
  const asked = [unowned, ...owned.map(({ key }) => key)].map((key) =>
    exchange.chat(key, { model }),
  );
  await until(() => seller.held === LIMIT, { what: 'the seller to be asked' });
  const open = await exchange.records.orders.find({ modelId: model }).toArray();
  const bids = await Promise.all(open.map(({ _id }) => bidOf(exchange, _id)));
  expect(bids.map(({ participant }) => participant).sort()).toEqual(
    [accountId, 'owner:one', 'owner:one'].sort(),
  );
  seller.release();
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
});

test('a deadline is not longer than an answer may take, whatever may be generated', async () => {
  const market = { price: '0.00000001', capacity: 2e9 };
  const { key, model, seller } = await openMarket(exchange, market);
  seller.hold();
  const asked = exchange.chat(key, { model, max_tokens: 1e9 });
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  const [order] = await exchange.records.orders.find({ modelId: model }).toArray();
  const { limits } = await bidOf(exchange, order!._id);
  seller.release();
  expect((await asked).status).toBe(200);
  expect(limits.deadlineMs).toBe(DEADLINE_MS + exchange.settings.ANSWER_TIMEOUT_MS);
  expect(await redis.ttl(answerKey(order!._id))).toBeLessThanOrEqual(60); // and its channel goes soon
});

test("a seller's refusal that is read out of the records has its status and body", async () => {
  const { key, model } = await openMarket(exchange, { behaviour: 'tooLarge' });
  const chat = () => exchange.chat(key, { model }, { idempotencyKey: 'late' });
  const told = await chat();
  expect(told.status).toBe(413);
  const [order] = await exchange.records.orders.find({ modelId: model }).toArray();
  expect(order?.refusal).toMatchObject({ code: 'invalid_request', passedStatus: 413 });

  // The same request, its workflow over and its channel lost: the records alone tell.
  await redis.del(answerKey(order!._id));
  await exchange.records.idempotency.insertOne({
    _id: `chat:${order!.accountId}:late`,
    bodyHash: canonicalHash(chatBody({ model })),
    orderId: order!._id,
    response: null,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  const again = await chat();
  expect(again).toMatchObject({ status: 413, body: told.body });
});

test('a completion without its required members gets them', async () => {
  const body = { choices: [{ message: { content: 'Hello' } }] };
  const { key, model } = await openMarket(exchange, {
    behaviour: BEHAVIOURS.notACompletion({ body }),
  });
  const answer = await exchange.chat(key, { model });
  expect(answer.body).toMatchObject({
    id: answer.body.fill.fill_id,
    object: 'chat.completion',
    created: expect.any(Number),
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' },
    ],
  });
});

test('an attempt for which no connection is free goes to the next seller', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const other = await joinMarket(exchange, model, { price: '0.002' });
  seller.hold();
  const held = Array.from({ length: LIMIT }, () => exchange.chat(key, { model }));
  await until(() => seller.held === LIMIT, { what: 'every connection to be taken' });
  const neighbour = await exchange.buyer();
  expect((await exchange.chat(neighbour.key, { model })).status).toBe(200);
  expect(other.seller.requests).toHaveLength(1);
  seller.release();
  for (const answer of await Promise.all(held)) expect(answer.status).toBe(200);
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
