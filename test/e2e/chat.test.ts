/** A chat completion, plain and streamed: what the buyer gets and pays, what the seller is asked. */
import { buyTicket } from '../contracts/market';
import { Exchange, type TestSeller, chatBody } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { DEFAULT_CONTENT, DEFAULT_USAGE } from '../support/sellers/completions';
import { until } from '../support/wait';
import {
  COUNTED_PROMPT_TOKENS,
  PROMPT_TOKENS,
  RESERVED_TOKENS,
  contentOf,
  costOf,
  newModel,
  openMarket,
  payableTo,
  remainderOf,
  sendRaw,
  units,
} from './market';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const exchange = Exchange.forFile({ settings: { FEE_BASIS_POINTS: 250 } });

test('a completion, its fill and its charge, to the last unit', async () => {
  const price = '0.00123457';
  const market = await openMarket(exchange, { price });
  const { model, key, seller } = market;

  const answer = await exchange.chat(key, { model });

  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  const fillId = answer.body.fill.fill_id;
  expect(fillId).toMatch(UUID);
  expect(answer.body).toEqual({
    id: `chatcmpl-${fillId}`,
    object: 'chat.completion',
    created: 1_750_000_000,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: DEFAULT_CONTENT },
        finish_reason: 'stop',
      },
    ],
    usage: DEFAULT_USAGE,
    fill: {
      fill_price: '1.23457',
      list_price: '1.23457', // no list price and no trade yet: the fill's own
      vs_list: 0,
      venue_class: 'unrated',
      fill_id: fillId,
      tokens: 24,
      cost: '0.00002963', // 123457 x 24 / 1000 = 2962.968 hundred-millionths
      region: 'global',
      unit: 'per_1m_tokens',
    },
  });
  expect(answer.headers['x-fill-id']).toBe(fillId);
  expect(answer.headers['x-request-id']).toMatch(UUID);
  expect(answer.headers['ratelimit']).toBe('599');
  expect(answer.headers['ratelimit-policy']).toBe('600;w=60');

  expect(await exchange.account(key)).toMatchObject({
    balance: '9.99997037',
    reserved: '0',
    available: '9.99997037',
    reservations: [],
  });
  expect(await remainderOf(exchange, market)).toBe(1_000_000 - 24);
  expect(await payableTo(exchange, seller)).toBe('0.00002889'); // less 2.5 %: 74.075 hundred-millionths
  await exchange.expectBookAgrees(model);
});

test('while it is under way, money and capacity are held for all that it may use', async () => {
  const market = await openMarket(exchange, { price: '0.00123457' });
  const { key, model, seller } = market;
  seller.hold();
  const answering = exchange.chat(key, { model });
  await until(() => seller.held === 1, { what: 'the seller to be asked' });

  const account: any = await exchange.account(key);
  expect(account).toMatchObject({
    balance: '10',
    reserved: '0.0000926', // 123457 x 75 / 1000 = 9259.275, held rounded up
    available: '9.9999074',
    reservations: [{ amount: '0.0000926', reason: 'chat' }],
  });
  expect(await remainderOf(exchange, market)).toBe(1_000_000 - RESERVED_TOKENS);

  seller.release();
  expect((await answering).status).toBe(200);
  expect(await exchange.account(key)).toMatchObject({ reserved: '0', reservations: [] });
});

test('the seller gets the body as it was sent, less our own fields', async () => {
  const { key, model, seller } = await openMarket(exchange, { region: 'eu-west' });
  const theirs = {
    temperature: 0.25,
    top_p: 1,
    seed: 42,
    stop: ['\n\n', '🛑'],
    tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
    metadata: { nested: [1, null, { text: 'ü \u0000 "quoted"' }], empty: {} },
    'x-unknown': 'kept',
    user: null,
  };
  const ours = { max_price: '0.5', region: 'eu-west', venue_pin: seller.sellerId };

  const answer = await exchange.chat(key, { model, ...theirs, ...ours });

  expect(answer.status).toBe(200);
  const [asked] = seller.requests;
  const { max_price: _price, ...plain } = chatBody({ model, ...theirs }) as any;
  expect(asked?.body).toEqual(plain);
  expect(asked?.path).toBe('/v1/chat/completions');
  expect(asked?.idempotencyKey).toBe(answer.body.fill.fill_id);
  expect(asked?.headers.authorization).toBeUndefined();
  expect(JSON.stringify(asked?.headers) + asked?.rawBody).not.toContain(key);
});

describe('a seller that knows its model by one spelling alone', () => {
  const spelled = (model: string) => model.replace('e2e', 'E2E-Strict');
  /** As buyers may write it. */
  const spellings = (model: string) => [model, model.toUpperCase(), ` ${model} `];

  async function strictSeller(named: string) {
    const seller = await exchange.seller(BEHAVIOURS.strict({ model: named }), { models: [named] });
    const askId = await exchange.ask(seller, { model: named, price: '0.001' });
    return { seller, askId, model: named.toLowerCase(), ...(await exchange.buyer('10')) };
  }

  test('is asked by it, however the buyer writes it, who reads the instrument', async () => {
    const { seller, model, key } = await strictSeller(spelled(newModel()));
    for (const written of spellings(model)) {
      const answer = await exchange.chat(key, { model: written });
      expect([answer.status, answer.body.model]).toEqual([200, model]);
      const stream = await exchange.stream(key, { model: written });
      expect(stream.done).toBe(true);
      expect(new Set(stream.chunks.map((chunk) => chunk.model))).toEqual(new Set([model]));
    }
    const known = await exchange.records.sellers.findOne({ _id: seller.sellerId });
    expect(known!.supportedModels).toEqual([model]);
    await exchange.expectBookAgrees(model);
  });

  test('is asked by it for a draw too, also after it no longer offers the model', async () => {
    const named = spelled(newModel());
    const { seller, model, key } = await strictSeller(named);
    const { body: ticket } = await buyTicket(exchange, key, { model, quantity_tokens: 10_000 });
    await registerAgain(seller, ['another-model']);
    for (const written of spellings(model)) {
      const answer = await exchange.chat(ticket.credential, { model: written });
      expect([answer.status, answer.body.model]).toEqual([200, model]);
    }
    const asked = seller.requests.map(({ body }) => body['model']);
    expect(new Set(asked)).toEqual(new Set([named]));
  });

  test('is asked by the new spelling when it registers with another one', async () => {
    const { seller, model, key } = await strictSeller(spelled(newModel()));
    expect((await exchange.chat(key, { model })).status).toBe(200);
    const renamed = model.toUpperCase();
    await registerAgain(seller, [` ${renamed} `]);
    seller.setBehaviour(BEHAVIOURS.strict({ model: renamed }));
    const isServed = async () => (await exchange.chat(key, { model })).status === 200;
    await until(isServed, { what: 'the new spelling to be known' });
  });

  async function registerAgain(seller: TestSeller, models: string[]) {
    const body = {
      name: 'Strict',
      endpoint_url: seller.url,
      supported_models: models,
      api_key: seller.apiKey,
    };
    const again = await exchange.send('POST', '/seller/v1/register', { body });
    expect([again.status, again.body.seller_id]).toEqual([200, seller.sellerId]);
  }
});

test('both addresses of the route answer, and echo the request id', async () => {
  const { key, model, seller } = await openMarket(exchange);
  for (const path of ['/v1/chat/completions', '/buyer/v1/chat/completions']) {
    const headers = {
      'content-type': 'application/json',
      authorization: `bearer ${key}`,
      'x-request-id': `mine:${path.length}`,
    };
    const body = JSON.stringify(chatBody({ model }));
    const answer = await sendRaw(exchange, { path, headers, body });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-request-id']).toBe(`mine:${path.length}`);
    // The buyer's own name for it is nothing for another tenant's log.
    expect(seller.requests.at(-1)?.headers).not.toHaveProperty('x-request-id');
  }
});

test('a stream: every chunk as the seller said it, then usage and fill, then [DONE]', async () => {
  const market = await openMarket(exchange, { price: '0.00123457' });
  const { key, model, seller } = market;

  const stream = await exchange.stream(key, { model });

  expect(stream.status).toBe(200);
  expect(stream.headers['content-type']).toMatch(/^text\/event-stream/);
  expect(stream.done).toBe(true);
  expect(contentOf(stream.chunks)).toBe(DEFAULT_CONTENT);
  const last = stream.chunks.at(-1);
  expect(last).toMatchObject({
    object: 'chat.completion.chunk',
    model,
    choices: [],
    usage: DEFAULT_USAGE,
    fill: { tokens: 24, cost: '0.00002963', fill_price: '1.23457', unit: 'per_1m_tokens' },
  });
  expect(stream.headers['x-fill-id']).toBe(last.fill.fill_id);
  const before = stream.chunks.slice(0, -1);
  expect(before.filter((chunk) => 'fill' in chunk || 'usage' in chunk)).toEqual([]);
  expect(before.at(-1).choices[0].finish_reason).toBe('stop');
  expect(seller.requests[0]?.body).toMatchObject({
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(await exchange.account(key)).toMatchObject({ balance: '9.99997037', reserved: '0' });
  expect(await remainderOf(exchange, market)).toBe(1_000_000 - 24);
});

test('stream options of the buyer reach the seller, which is asked for its usage whatever they say', async () => {
  const { key, model, seller } = await openMarket(exchange, { behaviour: 'noUsage' });
  const stream_options = { include_usage: false, include_obfuscation: false };
  const stream = await exchange.stream(key, { model, stream_options });
  expect(stream.done).toBe(true);
  expect(seller.requests[0]?.body['stream_options']).toEqual({
    ...stream_options,
    include_usage: true,
  });
  expect(stream.chunks.at(-1)).toMatchObject({
    choices: [],
    usage: { prompt_tokens: COUNTED_PROMPT_TOKENS },
    fill: { unit: 'per_1m_tokens' },
  });
});

test('a request without a cap takes what the best ask holds, and gives the rest back', async () => {
  const market = await openMarket(exchange);
  const answer = await exchange.chat(market.key, { model: market.model, max_tokens: undefined });
  expect(answer.status).toBe(200);
  expect(market.seller.requests[0]?.body['max_tokens']).toBe(1_024); // default of an instrument outside the catalog
  expect(await remainderOf(exchange, market)).toBe(1_000_000 - 24);

  const tight = await openMarket(exchange, { capacity: 500 });
  await exchange.chat(tight.key, { model: tight.model, max_tokens: undefined, n: 2 });
  expect(tight.seller.requests[0]?.body['max_tokens']).toBe(244); // (500 - 11) / 2
  expect(await remainderOf(exchange, tight)).toBe(500 - 24);
  await exchange.expectBookAgrees(tight.model);

  const short = await openMarket(exchange, { capacity: PROMPT_TOKENS + 63 });
  const refused = await exchange.chat(short.key, { model: short.model, max_tokens: undefined });
  expect(refused).toMatchObject({ status: 404, body: { code: 'no_match' } });
});

test('max_completion_tokens goes before max_tokens, and both go on as they are', async () => {
  const { key, model, seller } = await openMarket(exchange, { price: '1' });
  seller.hold();
  const answering = exchange.chat(key, { model, max_tokens: 64, max_completion_tokens: 100 });
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  expect((await exchange.account(key)).reserved).toBe('0.111'); // 11 + 100 tokens
  seller.release();
  await answering;
  expect(seller.requests[0]?.body).toMatchObject({ max_tokens: 64, max_completion_tokens: 100 });
});

test('n choices reserve n times the cap', async () => {
  const { key, model, seller } = await openMarket(exchange, { price: '1' });
  seller.hold();
  const answering = exchange.chat(key, { model, n: 3 });
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  expect((await exchange.account(key)).reserved).toBe('0.203'); // 11 + 3 x 64 tokens
  seller.release();
  expect((await answering).status).toBe(200);
  expect(seller.requests[0]?.body['n']).toBe(3);
});

test('a prompt of 200 kB reaches the seller whole', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const content = 'A long story. '.repeat(15_000);
  const messages = [{ role: 'user', content }];
  const answer = await exchange.chat(key, { model, messages });
  expect(answer.status).toBe(200);
  expect(seller.requests[0]?.body['messages']).toEqual(messages);
  expect(answer.body.fill.tokens).toBe(24);
  const stream = await exchange.stream(key, { model, messages });
  expect(stream.done).toBe(true);
});

test('what a seller writes as its own fill is not passed on', async () => {
  const { key, model } = await openMarket(exchange, { behaviour: 'forgedFill' });
  const answer = await exchange.chat(key, { model });
  expect(answer.body.fill.fill_id).toBe(answer.headers['x-fill-id']);
  const stream = await exchange.stream(key, { model });
  expect(stream.chunks.filter((chunk) => 'fill' in chunk)).toHaveLength(1);
  expect(stream.chunks.at(-1).fill.fill_id).toBe(stream.headers['x-fill-id']);
});

test('a streamed request that is answered with one JSON body is relayed as one chunk', async () => {
  const { key, model } = await openMarket(exchange, { behaviour: 'alwaysJson' });
  const stream = await exchange.stream(key, { model });
  expect(stream.done).toBe(true);
  expect(stream.chunks).toHaveLength(2);
  expect(contentOf(stream.chunks)).toBe(DEFAULT_CONTENT);
  expect(stream.chunks[1]).toMatchObject({ usage: DEFAULT_USAGE, fill: { tokens: 24 } });
});

describe('usage', () => {
  const counted = COUNTED_PROMPT_TOKENS + 14; // the default content has 14 tokens

  test.each([
    ['none', undefined],
    ['null', null],
    ['text', 'twenty'],
    ['negative counts', { prompt_tokens: -1, completion_tokens: -1, total_tokens: -2 }],
    ['fractions', { prompt_tokens: 1.5, completion_tokens: 1.5, total_tokens: 3 }],
    ['a part of it', { completion_tokens: 5 }],
  ])('%s: counted by us', async (_what, usage) => {
    const behaviour = usage === undefined ? 'noUsage' : BEHAVIOURS.wrongUsage({ usage });
    const { key, model } = await openMarket(exchange, { behaviour });
    const answer = await exchange.chat(key, { model });
    const total = {
      prompt_tokens: COUNTED_PROMPT_TOKENS,
      completion_tokens: 14,
      total_tokens: counted,
    };
    expect(answer.body).toMatchObject({ usage: total, fill: { tokens: counted } });
    const stream = await exchange.stream(key, { model });
    expect(stream.chunks.at(-1)).toMatchObject({ usage: total, fill: { tokens: counted } });
  });

  test.each([
    ['alone', { total_tokens: 70 }, { prompt_tokens: COUNTED_PROMPT_TOKENS, total_tokens: 70 }],
    ['above its parts', { prompt_tokens: 9, completion_tokens: 5, total_tokens: 70 }, null],
  ])('the reported total is charged: %s', async (_what, usage, shown) => {
    const { key, model } = await openMarket(exchange, {
      behaviour: BEHAVIOURS.wrongUsage({ usage }),
    });
    const answer = await exchange.chat(key, { model });
    expect(answer.body).toMatchObject({ usage: shown ?? usage, fill: { tokens: 70 } });
    const stream = await exchange.stream(key, { model });
    expect(stream.chunks.at(-1)).toMatchObject({ usage: shown ?? usage, fill: { tokens: 70 } });
  });

  test('more than was reserved: the reservation is charged, and the trade is marked', async () => {
    const market = await openMarket(exchange, { behaviour: 'wrongUsage' });
    const answer = await exchange.chat(market.key, { model: market.model });
    expect(answer.body.fill.tokens).toBe(RESERVED_TOKENS);
    const cost = costOf('0.001', RESERVED_TOKENS);
    expect(units(answer.body.fill.cost)).toBe(cost);
    expect(units((await exchange.account(market.key)).balance)).toBe(units('10') - cost);
    expect(await remainderOf(exchange, market)).toBe(1_000_000 - RESERVED_TOKENS);
    const trade = await exchange.records.trades.findOne({ _id: answer.body.fill.fill_id });
    expect(trade?.usageFlag).toBe('implausible');
  });

  test('reasoning tokens are paid and explain a large report', async () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 14,
      total_tokens: 74,
      completion_tokens_details: { reasoning_tokens: 50 },
    };
    const { key, model } = await openMarket(exchange, {
      behaviour: BEHAVIOURS.wrongUsage({ usage }),
    });
    const answer = await exchange.chat(key, { model });
    expect(answer.body.fill.tokens).toBe(74);
    const trade = await exchange.records.trades.findOne({ _id: answer.body.fill.fill_id });
    expect(trade?.usageFlag).toBeNull();
  });

  test('a cost that rounds to nothing moves nothing', async () => {
    const { key, model, seller } = await openMarket(exchange, { price: '0.00000001' });
    const answer = await exchange.chat(key, { model });
    expect(answer.body.fill).toMatchObject({ fill_price: '0.00001', tokens: 24, cost: '0' });
    expect(await exchange.account(key)).toMatchObject({ balance: '10', reserved: '0' });
    expect(await payableTo(exchange, seller)).toBe('0');
  });
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
