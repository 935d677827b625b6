/** Sellers that fail before the first byte: the order goes on elsewhere, and only who delivers is paid. */
import { Exchange, chatBody } from '../support/exchange';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { DEFAULT_CONTENT } from '../support/sellers/completions';
import { until } from '../support/wait';
import {
  type Ask,
  type Market,
  contentOf,
  joinMarket,
  openMarket,
  payableTo,
  remainderOf,
  sendRaw,
} from './market';

const FIRST_BYTE_TIMEOUT_MS = 2_000;
const BID_DEADLINE_MS = 6_000;

const exchange = Exchange.forFile({
  settings: {
    FIRST_BYTE_TIMEOUT_MS,
    BID_DEADLINE_MS,
    FIRST_BYTE_PER_TOKEN_MS: 1,
    ANSWER_LIMIT_BYTES: 1_000_000,
  },
});

/** A failing seller with the best ask, and a good one with the next. */
async function openTwo(behaviour: Behaviour): Promise<Market & { good: Ask }> {
  const market = await openMarket(exchange, { behaviour, price: '0.001' });
  return { ...market, good: await joinMarket(exchange, market.model, { price: '0.002' }) };
}

/** The buyer paid 24 tokens at the good seller's price; the other one was asked this often and has its ask whole. */
async function expectPaidToGood(two: Market & { good: Ask }, asked: number): Promise<void> {
  expect(await exchange.account(two.key)).toMatchObject({ balance: '9.999952', reserved: '0' });
  expect(two.good.seller.requests).toHaveLength(1);
  expect(await payableTo(exchange, two.good.seller)).toBe('0.000048');
  expect(two.seller.requests).toHaveLength(asked);
  expect(two.seller.keys.has(two.good.seller.requests[0]!.idempotencyKey)).toBe(false);
  expect(await payableTo(exchange, two.seller)).toBe('0');
  expect(await remainderOf(exchange, two)).toBe(1_000_000);
  await exchange.expectBookAgrees(two.model);
}

async function expectNothingCharged({ key }: Market): Promise<void> {
  expect(await exchange.account(key)).toMatchObject({ balance: '10', reserved: '0' });
}

/** How often a failing seller gets a whole request: twice where its outcome is unknown. */
const FAILURES: [string, Behaviour, number][] = [
  ['500', BEHAVIOURS.error500(), 1],
  ['503', BEHAVIOURS.error503(), 1],
  ['401', BEHAVIOURS.unauthorized(), 1],
  ['404', BEHAVIOURS.status({ status: 404 }), 1],
  ['201', BEHAVIOURS.status({ status: 201 }), 1],
  ['a redirect', BEHAVIOURS.redirect(), 1],
  ['a reset before the body was read', BEHAVIOURS.resetBeforeHeaders(), 0],
  ['a reset after the body', BEHAVIOURS.resetAfterBody(), 2],
  ['an error object', BEHAVIOURS.errorFirst(), 1],
  ['not HTTP', BEHAVIOURS.notHttp(), 1],
  ['a gzip bomb', BEHAVIOURS.gzipBomb({ megabytes: 5 }), 1],
  ['no completion', BEHAVIOURS.notACompletion(), 1],
  ['no JSON', BEHAVIOURS.notJson(), 1],
  ['a throttle without a wait', BEHAVIOURS.throttled({ retryAfter: null }), 1],
  ['a throttle with a long wait', BEHAVIOURS.throttled({ retryAfter: '3' }), 1],
  ['silence', BEHAVIOURS.silent(), 1],
];

describe('unstreamed, the best seller answers', () => {
  test.concurrent.each([
    ...FAILURES,
    ['a truncated body', BEHAVIOURS.truncatedJson(), 2],
    ['a body without an end', BEHAVIOURS.endlessBody(), 1],
    ['headers without an end', BEHAVIOURS.endlessHeaders(), 1],
    ['a stream', BEHAVIOURS.alwaysStream(), 1],
    ['a completion without choices', BEHAVIOURS.notACompletion({ body: { choices: [] } }), 1],
  ] as typeof FAILURES)('%s', async (_what, behaviour, asked) => {
    const two = await openTwo(behaviour);
    const answer = await exchange.chat(two.key, { model: two.model });
    expect(answer.status).toBe(200);
    expect(answer.body.fill).toMatchObject({ fill_price: '2', tokens: 24 });
    await expectPaidToGood(two, asked);
  });
});

describe('streamed, the best seller answers', () => {
  test.concurrent.each([
    ...FAILURES,
    ['headers and nothing else', BEHAVIOURS.headersOnly(), 1],
    ['a malformed first chunk', BEHAVIOURS.malformedChunk({ chunks: 0 }), 1],
    ['[DONE] alone', BEHAVIOURS.malformedChunk({ chunks: 0, data: '[DONE]' }), 1],
    ['an event without an end', BEHAVIOURS.endlessEvent({ chunks: 0 }), 1],
  ] as typeof FAILURES)('%s', async (_what, behaviour, asked) => {
    const two = await openTwo(behaviour);
    const stream = await exchange.stream(two.key, { model: two.model });
    expect(stream).toMatchObject({ status: 200, done: true });
    expect(contentOf(stream.chunks)).toBe(DEFAULT_CONTENT);
    expect(stream.chunks.at(-1).fill).toMatchObject({ fill_price: '2', tokens: 24 });
    await expectPaidToGood(two, asked);
  });
});

test('a seller that refuses connections is passed over', async () => {
  const two = await openTwo(BEHAVIOURS.normal());
  await two.seller.close();
  expect((await exchange.chat(two.key, { model: two.model })).status).toBe(200);
  await expectPaidToGood(two, 0);
});

describe('when every seller fails', () => {
  const unreachable = {
    status: 502,
    body: { code: 'seller_unreachable', error: { type: 'seller_error', param: null } },
    headers: { 'x-should-retry': 'false' },
  };

  test.concurrent.each([false, true])(
    'seller_unreachable, uncharged (stream: %s)',
    async (stream) => {
      const market = await openMarket(exchange, { behaviour: 'error500' });
      const { key, model, seller } = market;
      const other = await joinMarket(exchange, model, { behaviour: 'notJson' });
      expect(await exchange.chat(key, { model, stream })).toMatchObject(unreachable);
      expect([seller, other.seller].map(({ requests }) => requests.length)).toEqual([1, 1]);
      await expectNothingCharged(market);
      await exchange.expectBookAgrees(model);
    },
  );

  test('so at once when no other could be asked, without a workflow to find that out', async () => {
    const market = await openMarket(exchange, { behaviour: 'error500' });
    const { key, model, accountId } = market;
    await joinMarket(exchange, model, { price: '0.5' }); // above the ceiling
    const answer = await exchange.chat(key, { model, max_price: '0.4' });
    expect(answer).toMatchObject(unreachable);
    await expectNothingCharged(market);
    const [order] = await exchange.records.orders.find({ accountId }).toArray();
    expect(order).toMatchObject({ status: 'refused', gatewayId: expect.any(String) });
    await exchange.expectBookAgrees(model);
  });

  test('so for a pinned venue, whoever else there is', async () => {
    const two = await openTwo(BEHAVIOURS.error503());
    const answer = await exchange.chat(two.key, {
      model: two.model,
      venue_pin: two.seller.sellerId,
    });
    expect(answer).toMatchObject(unreachable);
    expect(two.good.seller.requests).toEqual([]);
    await expectNothingCharged(two);
  });

  test('so when the next ask is above the ceiling or the balance', async () => {
    const two = await openTwo(BEHAVIOURS.error500());
    const limited = await exchange.chat(two.key, { model: two.model, max_price: '0.0015' });
    expect(limited).toMatchObject(unreachable);
    const poor = await exchange.buyer('0.0001'); // enough for 75 tokens at 0.001, not at 0.002
    expect(await exchange.chat(poor.key, { model: two.model })).toMatchObject(unreachable);
    expect(two.good.seller.requests).toEqual([]);
  });

  test.concurrent.each([false, true])(
    'bid_timeout at the deadline (stream: %s)',
    async (stream) => {
      const market = await openMarket(exchange, { behaviour: 'silent' });
      const { key, model } = market;
      const others = [1, 2].map(() => joinMarket(exchange, model, { behaviour: 'silent' }));
      await Promise.all(others);
      const startedAtMs = Date.now();
      const answer = await exchange.chat(key, { model, stream });
      expect(answer).toMatchObject({
        status: 408,
        body: { code: 'bid_timeout', error: { code: 'bid_timeout', type: 'timeout_error' } },
      });
      expect(Date.now() - startedAtMs).toBeGreaterThanOrEqual(BID_DEADLINE_MS - 100);
      await expectNothingCharged(market);
    },
  );
});

describe('an order asks at most ten sellers', () => {
  /** As much time as ten sellers need on a busy machine: it grows with what may be generated. */
  const max_tokens = 20_000;

  /** Sellers in the order of their prices. */
  async function openMany(behaviours: readonly Behaviour[]): Promise<Market & { asks: Ask[] }> {
    const [first, ...others] = behaviours;
    const market = await openMarket(exchange, { behaviour: first!, price: '0.001' });
    const { seller, askId, model } = market;
    const joined = others.map((behaviour, at) =>
      joinMarket(exchange, model, { behaviour, price: `0.0${at + 11}` }),
    );
    return { ...market, asks: [{ seller, askId }, ...(await Promise.all(joined))] };
  }

  const askedOf = ({ asks }: { asks: Ask[] }) => asks.map(({ seller }) => seller.requests.length);
  const failing = (count: number) => Array.from({ length: count }, () => BEHAVIOURS.error500());

  test.concurrent('the tenth answers', async () => {
    const market = await openMany([...failing(9), BEHAVIOURS.normal()]);
    const { key, model } = market;
    expect((await exchange.chat(key, { model, max_tokens })).status).toBe(200);
    expect(askedOf(market)).toEqual(Array(10).fill(1));
    await exchange.expectBookAgrees(model);
  });

  test.concurrent('the eleventh is not asked, though one of the ten throttled', async () => {
    const throttled = BEHAVIOURS.throttled({ retryAfter: null });
    const market = await openMany([...failing(9), throttled, BEHAVIOURS.normal()]);
    const { key, model } = market;
    expect(await exchange.chat(key, { model, max_tokens })).toMatchObject({
      status: 502,
      body: { code: 'seller_unreachable' },
    });
    expect(askedOf(market)).toEqual([...Array(10).fill(1), 0]);
    await expectNothingCharged(market);
    await exchange.expectBookAgrees(model);
  });

  test.concurrent('one of them that throttled is asked again, and counts once', async () => {
    const throttledFirst = BEHAVIOURS.inTurn(
      BEHAVIOURS.throttled({ retryAfter: '3' }),
      BEHAVIOURS.normal(),
    );
    const market = await openMany([throttledFirst, ...failing(9), BEHAVIOURS.normal()]);
    const answer = await exchange.chat(market.key, { model: market.model, max_tokens });
    expect(answer).toMatchObject({ status: 200, body: { fill: { fill_price: '1' } } });
    expect(askedOf(market)).toEqual([2, ...Array(9).fill(1), 0]);
  });
});

const REFUSALS: [string, Behaviour, number, string][] = [
  ['400', BEHAVIOURS.contextLength(), 400, 'context_length_exceeded'],
  ['422', BEHAVIOURS.contentFilter(), 422, 'content_filter'],
  ['413', BEHAVIOURS.tooLarge(), 413, 'request_too_large'],
  ['400 without JSON', BEHAVIOURS.htmlRefusal(), 400, 'invalid_request'],
];

describe('a refusal that blames the request: one more seller is asked', () => {
  test.concurrent.each(REFUSALS)('%s, and if it serves, it is paid', async (_what, behaviour) => {
    const two = await openTwo(behaviour);
    const answer = await exchange.chat(two.key, { model: two.model });
    expect(answer).toMatchObject({ status: 200, body: { fill: { fill_price: '2', tokens: 24 } } });
    await expectPaidToGood(two, 1);
  });

  test.concurrent.each(REFUSALS)(
    '%s, and if it refuses too, the first refusal is passed on and nobody else is asked',
    async (_what, behaviour, status, code) => {
      const two = await openTwo(behaviour);
      two.good.seller.setBehaviour(BEHAVIOURS.status({ status: 400, message: 'second' }));
      const third = await joinMarket(exchange, two.model, { price: '0.003' });
      const answer = await exchange.chat(two.key, { model: two.model });
      const message = expect.not.stringMatching('second');
      expect(answer).toMatchObject({
        status,
        body: { code, message, error: { code, message, type: 'invalid_request_error' } },
      });
      expect(answer.body.error).not.toHaveProperty('documentation_url');
      expect(two.seller.requests).toHaveLength(1);
      expect(two.good.seller.requests).toHaveLength(1);
      expect(third.seller.requests).toEqual([]);
      await expectNothingCharged(two);
    },
  );

  test.concurrent('without another seller, the refusal is passed on', async () => {
    const market = await openMarket(exchange, { behaviour: BEHAVIOURS.contextLength() });
    const answer = await exchange.chat(market.key, { model: market.model });
    expect(answer).toMatchObject({ status: 400, body: { code: 'context_length_exceeded' } });
    await expectNothingCharged(market);
  });
});

describe('a throttle', () => {
  test('of at most 2 s: the same seller once more, with the same key', async () => {
    const two = await openTwo(BEHAVIOURS.throttledOnce({ retryAfter: '1' }));
    const answer = await exchange.chat(two.key, { model: two.model });
    expect(answer.body.fill.fill_price).toBe('1');
    expect([...two.seller.keys]).toEqual([[answer.body.fill.fill_id, 2]]);
    const [first, second] = two.seller.requests;
    expect(second!.receivedAtMs - first!.receivedAtMs).toBeGreaterThanOrEqual(1_000);
    expect(two.good.seller.requests).toEqual([]);
  });

  test('twice: then the next seller', async () => {
    const two = await openTwo(BEHAVIOURS.throttled({ retryAfter: '1' }));
    expect((await exchange.chat(two.key, { model: two.model })).status).toBe(200);
    await expectPaidToGood(two, 2);
  });

  test.concurrent.each([
    [429, false],
    [503, false],
    [503, true],
  ] as const)(
    'of the only seller is waited for inside the deadline (%d, stream: %s)',
    async (status, stream) => {
      const behaviour = BEHAVIOURS.inTurn(
        BEHAVIOURS.throttled({ status, retryAfter: '3' }),
        BEHAVIOURS.normal(),
      );
      const { key, model, seller } = await openMarket(exchange, { behaviour });
      const answer = await (stream
        ? exchange.stream(key, { model })
        : exchange.chat(key, { model }));
      expect(answer.status).toBe(200);
      const [first, second] = seller.requests;
      expect(second!.receivedAtMs - first!.receivedAtMs).toBeGreaterThanOrEqual(2_900);
      expect((await exchange.account(key)).balance).toBe('9.999976');
    },
  );

  test('of two sellers: the one whose wait ends first is asked again', async () => {
    const two = await openTwo(BEHAVIOURS.throttled({ retryAfter: '60' }));
    two.good.seller.setBehaviour(
      BEHAVIOURS.inTurn(BEHAVIOURS.throttled({ retryAfter: '3' }), BEHAVIOURS.normal()),
    );
    expect((await exchange.chat(two.key, { model: two.model })).status).toBe(200);
    expect(two.seller.requests).toHaveLength(1);
    expect(two.good.seller.requests).toHaveLength(2);
  });

  test('of the only seller, longer than the deadline: 502 at once', async () => {
    const behaviour = BEHAVIOURS.throttled({ retryAfter: '30' });
    const market = await openMarket(exchange, { behaviour });
    const startedAtMs = Date.now();
    const answer = await exchange.chat(market.key, { model: market.model });
    expect(answer).toMatchObject({ status: 502, body: { code: 'seller_unreachable' } });
    expect(Date.now() - startedAtMs).toBeLessThan(BID_DEADLINE_MS);
    await expectNothingCharged(market);
  });
});

test('an unknown outcome: the same seller once more with the same key, one fill', async () => {
  for (const stream of [false, true]) {
    const two = await openTwo(BEHAVIOURS.resetOnce());
    const answer = stream
      ? (await exchange.stream(two.key, { model: two.model })).chunks.at(-1)
      : (await exchange.chat(two.key, { model: two.model })).body;
    expect(answer.fill.fill_price).toBe('1');
    expect([...two.seller.keys]).toEqual([[answer.fill.fill_id, 2]]);
    expect((await exchange.account(two.key)).balance).toBe('9.999976');
    expect(two.good.seller.requests).toEqual([]);
  }
});

test('a buyer who leaves before the first byte of an unstreamed answer pays for it, once', async () => {
  const { key, model, seller } = await openMarket(exchange);
  seller.hold();
  const gone = new AbortController();
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${key}`,
    'idempotency-key': 'left',
  };
  const body = JSON.stringify(chatBody({ model }));
  const leaving = sendRaw(exchange, { headers, body, signal: gone.signal }).catch(() => null);
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  gone.abort();
  expect(await leaving).toBeNull();
  seller.release();
  await until(async () => (await exchange.account(key)).balance === '9.999976', {
    what: 'the charge',
  });
  expect(seller.requests[0]?.abandoned).toBe(false);
  const again = await exchange.chat(key, { model }, { idempotencyKey: 'left' });
  expect(again.body.choices[0].message.content).toBe(DEFAULT_CONTENT);
  expect(seller.requests).toHaveLength(1);
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
