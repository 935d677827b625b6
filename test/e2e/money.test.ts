/** Money and capacity under contention: never below zero, never sold twice, sums exact. */
import Redis from 'ioredis';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import {
  PROMPT_TOKENS,
  RESERVED_TOKENS,
  cancelAsk,
  costOf,
  joinMarket,
  listedAsks,
  newModel,
  openMarket,
  payableTo,
  units,
} from './market';

const HOLD = '0.000075'; // 75 tokens at 0.001 per 1,000

/** A seller that uses all that was reserved, so that a charge equals its hold. */
const usesAll = () =>
  BEHAVIOURS.wrongUsage({
    usage: { prompt_tokens: 11, completion_tokens: 64, total_tokens: RESERVED_TOKENS },
  });

const exchange = Exchange.pooledForFile();

/** Less than a dollar, in hundred-millionths, as decimal text. */
const decimalOf = (amount: bigint) => `0.${amount.toString().padStart(8, '0')}`;

const times = <T>(count: number, run: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => run(at));

test('a balance for exactly 7 of 40 requests at once pays for exactly 7', async () => {
  const behaviour = usesAll();
  const { key, model, seller } = await openMarket(exchange, { balance: '0.000525', behaviour });
  const answers = await Promise.all(times(40, () => exchange.chat(key, { model })));
  const codes = answers.map(({ body }) => body.code ?? 'filled');
  expect(codes.filter((code) => code === 'filled')).toHaveLength(7);
  expect(codes.filter((code) => code === 'insufficient_balance')).toHaveLength(33);
  expect(await exchange.account(key)).toMatchObject({ balance: '0', reserved: '0' });
  expect(seller.requests).toHaveLength(7);
  expect(await payableTo(exchange, seller)).toBe('0.000525');
});

test('holds count as spent while requests are under way', async () => {
  const { key, model, seller } = await openMarket(exchange, { balance: '0.000225' });
  seller.hold();
  const answering = times(3, () => exchange.chat(key, { model }));
  await until(() => seller.held === 3, { what: 'three requests at the seller' });
  expect(await exchange.account(key)).toMatchObject({
    balance: '0.000225',
    reserved: '0.000225',
    available: '0',
    reservations: times(3, () => ({ amount: HOLD })),
  });
  const late = await Promise.all(times(5, () => exchange.chat(key, { model })));
  expect(late.map(({ status }) => status)).toEqual(times(5, () => 402));
  seller.release();
  for (const answer of await Promise.all(answering)) expect(answer.status).toBe(200);
  expect((await exchange.account(key)).balance).toBe('0.000153'); // 3 x 24 tokens
});

test('an ask for exactly 5 of 30 requests at once is sold exactly 5 times', async () => {
  const capacity = 5 * RESERVED_TOKENS;
  const market = await openMarket(exchange, { capacity, behaviour: usesAll() });
  const { key, model, seller } = market;
  const answers = await Promise.all(times(30, () => exchange.chat(key, { model })));
  const codes = answers.map(({ body }) => body.code ?? 'filled');
  expect(codes.filter((code) => code === 'filled')).toHaveLength(5);
  expect(codes.filter((code) => code === 'no_match')).toHaveLength(25);
  expect(seller.requests).toHaveLength(5);
  expect(await listedAsks(exchange, seller)).toEqual([]); // filled
});

test('64 requests at once on one account, among other buyers and four sellers: every sum is exact', async () => {
  const model = newModel();
  const prices = ['0.00100001', '0.00100002', '0.00100003', '0.00100004'];
  const capacity = 1_000;
  const asks = await Promise.all(
    prices.map((price) => joinMarket(exchange, model, { price, capacity })),
  );
  const hot = await exchange.buyer('1');
  const others = await Promise.all(times(4, () => exchange.buyer('1')));
  const buyers = [...times(64, () => hot), ...times(4, () => others).flat()];

  const answers = await Promise.all(
    buyers.map(async ({ key }, at) => {
      if (at % 3 > 0) return { key, ...(await exchange.chat(key, { model })) };
      const stream = await exchange.stream(key, { model });
      return { key, status: stream.status, body: stream.chunks.at(-1) ?? stream.body };
    }),
  );

  const filled = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'no_match'));
  expect(filled.length).toBeGreaterThanOrEqual(prices.length * Math.floor(capacity / 75));
  for (const { key } of [hot, ...others]) {
    const paid = filled
      .filter((answer) => answer.key === key)
      .reduce((sum, { body }) => sum + units(body.fill.cost), 0n);
    const account = await exchange.account(key);
    expect(units(account.balance)).toBe(units('1') - paid);
    expect(account.reserved).toBe('0');
  }
  for (const [at, { seller }] of asks.entries()) {
    const owed = costOf(prices[at]!, 24) * BigInt(seller.requests.length);
    expect(units(await payableTo(exchange, seller))).toBe(owed);
    const [ask] = await listedAsks(exchange, seller);
    expect(ask.remaining).toBe(capacity - 24 * seller.requests.length);
  }
  await exchange.expectBookAgrees(model);
});

test('an ask that is cancelled while chats run: what was matched is delivered, the rest is not sold', async () => {
  const market = await openMarket(exchange);
  const { key, model, seller, askId } = market;
  seller.hold();
  const before = times(5, () => exchange.chat(key, { model }));
  await until(() => seller.held === 5, { what: 'five requests at the seller' });
  const during = times(20, () => exchange.chat(key, { model }));
  expect((await cancelAsk(exchange, market)).status).toBe(204);
  const after = times(5, () => exchange.chat(key, { model }));
  for (const answer of await Promise.all(after)) expect(answer.body.code).toBe('no_match');
  seller.release();

  for (const answer of await Promise.all(before)) expect(answer.status).toBe(200);
  const codes = (await Promise.all(during)).map(({ body }) => body.code ?? 'filled');
  const late = codes.filter((code) => code === 'filled').length;
  expect(codes.filter((code) => code === 'no_match')).toHaveLength(20 - late);
  expect(seller.requests).toHaveLength(5 + late);
  const ask = await exchange.records.asks.findOne({ _id: askId });
  const sold = 24 * (5 + late);
  expect(ask).toMatchObject({
    status: 'cancelled',
    remainingTokens: 0,
    reservedTokens: 0,
    soldTokens: sold,
    cancelledTokens: 1_000_000 - sold,
  });
  expect(await listedAsks(exchange, seller)).toEqual([]);
  expect((await cancelAsk(exchange, market)).status).toBe(404);
  await exchange.expectBookAgrees(model);
});

test('an ask that expires while a chat runs: the chat is delivered, the rest is not offered again', async () => {
  const { key, model, seller, askId } = await openMarket(exchange, { ttl: 2 });
  seller.hold();
  const answering = exchange.chat(key, { model });
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  await until(async () => (await listedAsks(exchange, seller)).length === 0, {
    what: 'the ask to expire',
  });
  expect((await exchange.chat(key, { model })).body.code).toBe('no_match');
  seller.release();
  const answer = await answering;
  expect(answer.body.fill.tokens).toBe(24);
  expect((await exchange.account(key)).balance).toBe('9.999976');
  expect((await exchange.chat(key, { model })).body.code).toBe('no_match');
  const ask = await exchange.records.asks.findOne({ _id: askId });
  expect(ask).toMatchObject({ soldTokens: 24, reservedTokens: 0 });
});

describe('an account that cannot pay takes no capacity from the book', () => {
  const price = '0.001';

  /** How often the book changed. */
  async function changesOf(model: string): Promise<number> {
    const redis = new Redis(exchange.settings.redisUrl);
    const [stream] = await redis.keys(`book:{${model}*}*:events`);
    const changes = await redis.xlen(stream!);
    redis.disconnect();
    return changes;
  }

  async function documents(accountId: string) {
    const { orders, idempotency, payloads, fills } = exchange.records;
    const keys = { $regex: `:${accountId}:` };
    return {
      orders: await orders.countDocuments({ accountId }),
      fills: await fills.countDocuments({ accountId }),
      keys: await idempotency.countDocuments({ _id: keys }),
      payloads: await payloads.countDocuments(),
    };
  }

  test.each([
    ['nothing', '0', {}, 0],
    ['one unit', '0.00000001', {}, 1],
    ['a little less than the least', decimalOf(costOf(price, RESERVED_TOKENS) - 1n), {}, 1],
    [
      'less than the least of an elastic one',
      decimalOf(costOf(price, 74)),
      { max_tokens: null },
      1,
    ],
  ])('%s', async (_what, balance, body, ordersPerChat) => {
    const { model, key, accountId } = await openMarket(exchange, { price, balance });
    const [changes, before] = [await changesOf(model), await documents(accountId)];
    const messages = [{ role: 'user', content: 'Say hello.' }];
    const chats = [
      ...[0, 1, 2].map(() => exchange.chat(key, { model, messages, ...body })),
      exchange.chat(key, { model, messages, ...body }, { idempotencyKey: 'mine' }),
      exchange.stream(key, { model, messages, ...body }),
    ];
    for (const answer of await Promise.all(chats)) {
      expect(answer).toMatchObject({ status: 402, body: { code: 'insufficient_balance' } });
    }
    expect(await changesOf(model)).toBe(changes);
    expect(await documents(accountId)).toEqual({ ...before, orders: chats.length * ordersPerChat });

    const ticket = { model, quantity_tokens: 100, max_price: price };
    const headers = { authorization: `Bearer ${key}` };
    const refused = await exchange.send('POST', '/buyer/v1/tickets', { headers, body: ticket });
    expect(refused).toMatchObject({ status: 402, body: { code: 'insufficient_balance' } });
    expect(await changesOf(model)).toBe(changes);
  });

  test('large requests of an account without money leave nothing behind', async () => {
    const { key, accountId } = await exchange.buyer('0');
    const model = newModel();
    const before = await documents(accountId);
    const messages = [{ role: 'user', content: 'word '.repeat(30_000) }];
    const chats = Array.from({ length: 5 }, (_, at) =>
      exchange.chat(key, { model, messages }, at % 2 ? { idempotencyKey: `k${at}` } : {}),
    );
    for (const { status } of await Promise.all(chats)) expect(status).toBe(402);
    expect(await documents(accountId)).toEqual(before);
  });

  test('who can pay for a part of an elastic request gets that part', async () => {
    const tokens = PROMPT_TOKENS + 100;
    const balance = decimalOf(costOf(price, tokens));
    const { model, key, seller } = await openMarket(exchange, { price, balance });
    expect((await exchange.chat(key, { model, max_tokens: null })).status).toBe(200);
    expect(seller.requests[0]!.body).toMatchObject({ max_tokens: 100 });
    const [fill] = await exchange.records.fills.find({ modelId: model }).toArray();
    expect(fill!.quantityTokens).toBe(tokens);
  });
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
