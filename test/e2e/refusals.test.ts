/** Every way in which a chat request is refused before a seller is asked, and that nothing changes by it. */
import { gzipSync } from 'node:zlib';
import { KEY_PREFIXES, issueKey } from '../../domain/key-hash';
import { type Answer, Exchange, chatBody } from '../support/exchange';
import {
  type Market,
  RESERVED_TOKENS,
  costOf,
  deposit,
  joinMarket,
  listedAsks,
  newModel,
  openMarket,
  sendRaw,
} from './market';

const exchange = Exchange.pooledForFile();
let market: Market;
beforeAll(async () => {
  market = await openMarket(exchange);
});

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly type?: string;
  readonly param?: string | null;
}

/** The whole body: both shapes that clients read (API-2). */
function expectRefusal(answer: Answer, refusal: Refusal): void {
  const { status, code, type = 'invalid_request_error', param = null } = refusal;
  const message = expect.stringMatching(/./);
  const documentation_url = `/docs/errors/${code}`;
  const { numbers } = answer.body.error;
  const error = { message, type, code, param, documentation_url, ...(numbers && { numbers }) };
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { code, message, error },
  });
  expect(answer.body.error.message).toBe(answer.body.message);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['x-request-id']).toMatch(/./);
  expect(answer.headers['x-fill-id']).toBeUndefined();
  const isFinal = [402, 404, 408, 409, 502].includes(status);
  expect(answer.headers['x-should-retry']).toBe(isFinal ? 'false' : undefined);
}

/** Balance, holds, ask, book and the seller's requests are as they were before. */
async function expectNoChange(
  { key, model, seller }: Market,
  attempt: () => Promise<unknown>,
): Promise<void> {
  const state = async () => ({
    account: await exchange.account(key),
    asks: await listedAsks(exchange, seller),
    levels: (await exchange.send('GET', `/market/v1/orderbook?model_id=${model}`)).body.asks,
    requests: seller.requests.length,
  });
  await exchange.expectBookAgrees(model); // an earlier request may still be giving back what it did not use
  const before = await state();
  await attempt();
  expect(await state()).toEqual(before);
}

/** Less than a dollar, in hundred-millionths, as decimal text. */
const decimalOf = (amount: bigint) => `0.${amount.toString().padStart(8, '0')}`;

const json = (key: string) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${key}`,
});

describe('unauthorized', () => {
  const refusal = { status: 401, code: 'unauthorized', type: 'authentication_error' };

  test('without a key, and with what is none', async () => {
    const { key, seller } = market;
    const last = key.at(-1) === 'A' ? 'B' : 'A';
    const credentials: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: `Basic ${key}` },
      { authorization: key },
      { authorization: 'Bearer sk-tb_nonsense' },
      { authorization: `Bearer ${issueKey(KEY_PREFIXES.live.buyer)}` },
      { authorization: `Bearer ${issueKey(KEY_PREFIXES.live.ticket)}` },
      { authorization: `Bearer ${key.slice(0, -1)}${last}` },
      { authorization: `Bearer ${seller.apiKey}` },
      { 'x-seller-api-key': seller.apiKey },
    ];
    await expectNoChange(market, async () => {
      for (const headers of credentials) {
        const body = '{ this is not even read';
        expectRefusal(await sendRaw(exchange, { headers, body }), refusal);
      }
    });
  });

  test('with a revoked key, at once, whatever the body is, and also when its quota is used up', async () => {
    const { accountId } = market;
    const quotas = { chat: { limit: 1, window_seconds: 600 } };
    const path = `/accounts/${accountId}/keys`;
    const { key_id, buyer_key } = (await exchange.admin('POST', path, { quotas })).body;
    const bad = { messages: [] };
    expect((await exchange.chat(buyer_key, bad)).status).toBe(400);
    expect((await exchange.chat(buyer_key, bad)).status).toBe(429);
    await exchange.admin('DELETE', `${path}/${key_id}`);
    expectRefusal(await exchange.chat(buyer_key, bad), refusal);
    expectRefusal(await exchange.chat(buyer_key, { model: market.model }), refusal);
    expect((await exchange.chat(market.key, bad)).status).toBe(400); // its sister lives
  });
});

test('rate_limited: the request after the last one of the quota', async () => {
  const { accountId, model } = market;
  const quotas = { chat: { limit: 2, window_seconds: 60 } };
  const path = `/accounts/${accountId}/keys`;
  const limited = (await exchange.admin('POST', path, { quotas })).body.buyer_key;
  const first = await exchange.chat(limited, { model });
  expect(first.headers).toMatchObject({ ratelimit: '1', 'ratelimit-policy': '2;w=60' });
  const second = await exchange.chat(limited, { messages: [] });
  expect(second.status).toBe(400);
  expect(second.headers['ratelimit']).toBe('0');

  await expectNoChange(market, async () => {
    for (const body of [JSON.stringify(chatBody({ model })), '{ not read']) {
      const third = await sendRaw(exchange, { headers: json(limited), body });
      expectRefusal(third, { status: 429, code: 'rate_limited', type: 'rate_limit_error' });
      expect(third.headers).toMatchObject({ ratelimit: '0', 'ratelimit-policy': '2;w=60' });
      const wait = Number(third.headers['retry-after']);
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(60);
    }
  });
  const other = await exchange.chat(market.key, { model });
  expect(other.status).toBe(200); // each key has its own quota
});

describe('a bad value', () => {
  const tooDeep = Array.from({ length: 40 }).reduce((inner) => [inner], {});
  const cases: [string, object, string, string | null][] = [
    ['messages missing', { messages: undefined }, 'invalid_request', 'messages'],
    ['messages null', { messages: null }, 'invalid_request', 'messages'],
    ['messages empty', { messages: [] }, 'invalid_request', 'messages'],
    ['messages text', { messages: 'hello' }, 'invalid_request', 'messages'],
    ['no role', { messages: [{ content: 'x' }] }, 'invalid_request', 'messages[0].role'],
    [
      'content a number',
      { messages: [{ role: 'user', content: 7 }] },
      'invalid_request',
      'messages[0].content',
    ],
    ['model missing', { model: undefined }, 'invalid_request', 'model'],
    ['model null', { model: null }, 'invalid_request', 'model'],
    ['stream text', { stream: 'yes' }, 'invalid_request', 'stream'],
    ['temperature text', { temperature: 'hot' }, 'invalid_request', 'temperature'],
    ['n zero', { n: 0 }, 'invalid_request', 'n'],
    ['n above 128', { n: 129 }, 'invalid_request', 'n'],
    ['max_tokens zero', { max_tokens: 0 }, 'invalid_request', 'max_tokens'],
    ['max_tokens a fraction', { max_tokens: 1.5 }, 'invalid_request', 'max_tokens'],
    ['max_tokens text', { max_tokens: '64' }, 'invalid_request', 'max_tokens'],
    [
      'max_completion_tokens negative',
      { max_completion_tokens: -1 },
      'invalid_request',
      'max_completion_tokens',
    ],
    ['venue_pin empty', { venue_pin: '' }, 'invalid_request', 'venue_pin'],
    ['more than 32 levels', { metadata: tooDeep }, 'invalid_request', null],
    ['max_price zero', { max_price: '0' }, 'invalid_price', 'max_price'],
    ['max_price zero with decimals', { max_price: '0.00' }, 'invalid_price', 'max_price'],
    ['max_price negative', { max_price: '-1' }, 'invalid_price', 'max_price'],
    ['max_price of 9 decimals', { max_price: '0.000000001' }, 'invalid_price', 'max_price'],
    ['max_price a number', { max_price: 0.5 }, 'invalid_price', 'max_price'],
    ['max_price empty', { max_price: '' }, 'invalid_price', 'max_price'],
    ['max_price with an exponent', { max_price: '1e-3' }, 'invalid_price', 'max_price'],
    ['max_price infinite', { max_price: 'Infinity' }, 'invalid_price', 'max_price'],
    ['max_price too high', { max_price: '90000000000.1' }, 'invalid_price', 'max_price'],
    ['tokens beyond all', { max_tokens: 1e12 }, 'invalid_quantity', 'max_tokens'],
    [
      'price x tokens beyond all',
      { max_price: '90000000000', max_tokens: 2_000 },
      'invalid_quantity',
      'max_tokens',
    ],
    ['region any', { region: 'any' }, 'invalid_region', 'region'],
    ['region unknown', { region: 'EU-WEST' }, 'invalid_region', 'region'],
    ['region a number', { region: 1 }, 'invalid_region', 'region'],
    ['model with a space', { model: 'two words' }, 'invalid_model', 'model'],
    ['model empty', { model: '' }, 'invalid_model', 'model'],
    ['model too long', { model: 'm'.repeat(129) }, 'invalid_model', 'model'],
    ['model a number', { model: 3 }, 'invalid_model', 'model'],
  ];

  test.each(cases)('%s', async (_what, body, code, param) => {
    const { key, model } = market;
    await expectNoChange(market, async () => {
      for (const stream of 'stream' in body ? [] : [false, true]) {
        const answer = await exchange.chat(key, { model, stream, ...body });
        expectRefusal(answer, { status: 400, code, param });
      }
      const answer = await exchange.chat(key, { model, ...body });
      expectRefusal(answer, { status: 400, code, param });
    });
  });

  test('values at the edge are good', async () => {
    const { key, model } = market;
    const good = [
      { max_price: '1.0000000000' },
      { max_price: '90000000000' },
      { max_price: null, region: null, venue_pin: null, n: null, stream: null },
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] },
      { messages: [{ role: 'assistant', content: null, tool_calls: [] }] },
    ];
    for (const body of good)
      expect((await exchange.chat(key, { model, ...body })).status).toBe(200);
  });
});

describe('a bad request', () => {
  const whole = () => JSON.stringify(chatBody({ model: market.model }));
  const malformed = { status: 400, code: 'invalid_request' };

  test.each([
    ['malformed JSON', '{"model": '],
    ['an array', '[]'],
    ['a text', '"hello"'],
    ['null', 'null'],
    ['100,000 levels', '['.repeat(100_000)],
    ['100,000 closed levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['a number beyond all', '{"model":"m","messages":[],"x":1e999}'],
    ['__proto__', '{"__proto__":{"model":"m"},"messages":[]}'],
  ])('%s', async (_what, body) => {
    await expectNoChange(market, async () => {
      const answer = await sendRaw(exchange, { headers: json(market.key), body });
      expectRefusal(answer, malformed);
    });
  });

  test('no body', async () => {
    const answer = await sendRaw(exchange, { headers: json(market.key) });
    expectRefusal(answer, { ...malformed, param: answer.body.error.param });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
    'content type "%s"',
    async (type) => {
      const { authorization } = json(market.key);
      const headers = { authorization, ...(type === '' ? {} : { 'content-type': type }) };
      await expectNoChange(market, async () => {
        expectRefusal(await sendRaw(exchange, { headers, body: whole() }), malformed);
      });
    },
  );

  test('a compressed body', async () => {
    const headers = { ...json(market.key), 'content-encoding': 'gzip' };
    const answer = await sendRaw(exchange, { headers, body: gzipSync(whole()) });
    expectRefusal(answer, malformed);
  });

  test('a body above the limit', async () => {
    const { key, model } = market;
    await expectNoChange(market, async () => {
      const limitBytes = exchange.settings.CHAT_BODY_LIMIT_BYTES;
      const messages = [{ role: 'user', content: 'a'.repeat(limitBytes + 1) }];
      const answer = await exchange.chat(key, { model, messages });
      expectRefusal(answer, { status: 413, code: 'request_too_large' });
    });
  });

  test('an Idempotency-Key that is none', async () => {
    const param = 'Idempotency-Key';
    for (const key of ['two words', 'x'.repeat(256), '']) {
      const headers = { ...json(market.key), 'idempotency-key': key };
      const answer = await sendRaw(exchange, { headers, body: whole() });
      expectRefusal(answer, { ...malformed, param });
    }
  });

  test('another method', async () => {
    const answer = await sendRaw(exchange, { method: 'GET', headers: json(market.key) });
    expectRefusal(answer, { status: 405, code: 'method_not_allowed' });
    expect(answer.headers['allow']).toBe('POST');
  });
});

describe('no seller', () => {
  const noMatch = { status: 404, code: 'no_match', type: 'not_found_error' };
  const noFill = { status: 402, code: 'no_fill_at_limit', type: 'payment_required_error' };

  test('no_match: an instrument that nobody offers', async () => {
    expectRefusal(await exchange.chat(market.key, { model: newModel() }), noMatch);
    const unpriced = { model: newModel(), max_price: undefined };
    expectRefusal(await exchange.chat(market.key, unpriced), noMatch);
  });

  test('no_match leaves no book behind: names cost nothing', async () => {
    const { key } = market;
    const named = (model: string) => ({ $regex: `^${model}` });
    const asked = [newModel(), newModel(), newModel()] as const;
    expectRefusal(await exchange.chat(key, { model: asked[0] }), noMatch);
    expectRefusal(await exchange.chat(key, { model: asked[1], max_price: undefined }), noMatch);
    const body = { model: asked[2], quantity_tokens: 1_000 };
    const headers = { authorization: `Bearer ${key}` };
    const ticket = await exchange.send('POST', '/buyer/v1/tickets', { headers, body });
    expectRefusal(ticket, noMatch);
    for (const model of asked) {
      expect(await exchange.records.books.countDocuments({ _id: named(model) })).toBe(0);
    }
    expect(await exchange.records.books.countDocuments({ _id: named(market.model) })).toBe(1);
  });

  test('no_match: no ask holds the whole size, even if it were dear enough', async () => {
    const { key, model } = await openMarket(exchange, { capacity: RESERVED_TOKENS - 1 });
    expectRefusal(await exchange.chat(key, { model }), noMatch);
    expectRefusal(await exchange.chat(key, { model, max_price: '0.0000001' }), noMatch);
  });

  test('no_fill_at_limit: the message says the best ask that would fit', async () => {
    const fresh = await openMarket(exchange, { price: '0.00200001' });
    const { key, model } = fresh;
    await joinMarket(exchange, model, { price: '0.001', capacity: RESERVED_TOKENS - 1 });
    await expectNoChange(fresh, async () => {
      for (const stream of [false, true]) {
        const answer = await exchange.chat(key, { model, stream, max_price: '0.002' });
        expectRefusal(answer, noFill);
        expect(answer.body.message).toContain('best ask is 2.00001 USD per million tokens');
        expect(answer.body.message).toContain('ceiling of this request 2.');
        expect(answer.body.message).toMatch(
          /would be served at 2\.00001 \(max_price 0\.00200001\)\.$/,
        );
        const numbers = { best_ask: '0.00200001', max_price: '0.002' };
        expect(answer.body.error.numbers).toEqual(numbers);
      }
    });
    expect((await exchange.chat(key, { model, max_price: '0.00200001' })).status).toBe(200);
  });
});

test('insufficient_balance: one hundred-millionth too little, and just enough', async () => {
  const price = '0.00123457';
  const hold = costOf(price, RESERVED_TOKENS) + 1n; // 9259.275, rounded up
  const poor = await openMarket(exchange, { price, balance: decimalOf(hold - 1n) });
  const refusal = {
    status: 402,
    code: 'insufficient_balance',
    type: 'payment_required_error',
  };
  await expectNoChange(poor, async () => {
    for (const stream of [false, true]) {
      expectRefusal(await exchange.chat(poor.key, { model: poor.model, stream }), refusal);
    }
  });
  await deposit(exchange, poor.accountId, '0.00000001');
  expect((await exchange.chat(poor.key, { model: poor.model })).status).toBe(200);

  const penniless = await exchange.buyer('0');
  expectRefusal(await exchange.chat(penniless.key, { model: poor.model }), refusal);
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
