/** The stock OpenAI client for Node, as its users configure it: base address and key, nothing else of ours. */
import OpenAI, {
  APIConnectionError,
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
  UnprocessableEntityError,
} from 'openai';
import { type Market, openMarket } from '../e2e/market';
import { KEY_PREFIXES, issueKey } from '../../domain/key-hash';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { DEFAULT_CONTENT, DEFAULT_USAGE } from '../support/sellers/completions';
import { until } from '../support/wait';

const exchange = Exchange.pooledForFile();

function clientOf(key: string, options: ConstructorParameters<typeof OpenAI>[0] = {}): OpenAI {
  return new OpenAI({ apiKey: key, baseURL: `${exchange.url()}/buyer/v1`, ...options });
}

const request = (model: string, more: object = {}) => ({
  model,
  messages: [{ role: 'user' as const, content: 'Say hello.' }],
  max_tokens: 64,
  max_price: '0.01',
  ...more,
});

/** What a client throws, or undefined. */
async function thrownBy(call: PromiseLike<unknown>): Promise<any> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function expectCharged({ key }: Market, balance: string): Promise<void> {
  await until(async () => (await exchange.account(key)).reserved === '0', {
    what: 'the settlement',
  });
  expect((await exchange.account(key)).balance).toBe(balance);
}

describe('answers', () => {
  test.each(['/v1', '/buyer/v1'])('create, at %s', async (path) => {
    const { key, model, seller } = await openMarket(exchange, { region: 'apac' });
    const client = clientOf(key, { baseURL: exchange.url() + path });
    const completion: any = await client.chat.completions.create(
      request(model, { region: 'apac', venue_pin: seller.sellerId }),
    );
    expect(completion.choices[0].message.content).toBe(DEFAULT_CONTENT);
    expect(completion.usage).toEqual(DEFAULT_USAGE);
    expect(completion.fill).toMatchObject({ tokens: 24, region: 'apac' });
    expect(completion._request_id).toMatch(/./);
  });

  test('stream', async () => {
    const { key, model } = await openMarket(exchange);
    const stream = await clientOf(key).chat.completions.create({
      ...request(model),
      stream: true,
    });
    let text = '';
    let last: any;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      last = chunk;
    }
    expect(text).toBe(DEFAULT_CONTENT);
    expect(last).toMatchObject({ usage: DEFAULT_USAGE, fill: { tokens: 24 } });
  });

  test('the helper that gathers a stream', async () => {
    const { key, model } = await openMarket(exchange);
    const completion = await clientOf(key)
      .chat.completions.stream(request(model))
      .finalChatCompletion();
    expect(completion.choices[0]?.message.content).toBe(DEFAULT_CONTENT);
    expect(completion.usage).toEqual(DEFAULT_USAGE);
  });

  test('models.list, with catalog and offered instruments', async () => {
    const { key, model } = await openMarket(exchange);
    const ids = [];
    for await (const { id, object } of clientOf(key).models.list()) {
      expect(object).toBe('model');
      ids.push(id);
    }
    expect(ids).toEqual(expect.arrayContaining(['llama-3.1-8b', model]));
  });
});

describe('errors are typed, and carry code, param, type and request id', () => {
  let market: Market;
  beforeAll(async () => {
    market = await openMarket(exchange);
  });

  test.each<[string, object, new (...args: never[]) => APIError, number, string, string | null]>([
    ['400', { n: 0 }, BadRequestError, 400, 'invalid_request', 'n'],
    ['400, price', { max_price: '0' }, BadRequestError, 400, 'invalid_price', 'max_price'],
    ['402', { max_price: '0.0001' }, APIError, 402, 'no_fill_at_limit', null],
    ['404', { model: 'nobody-serves-this' }, NotFoundError, 404, 'no_match', null],
  ])('%s', async (_what, body, type, status, code, param) => {
    const { key, model } = market;
    const error = await thrownBy(clientOf(key).chat.completions.create(request(model, body)));
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ status, code, param });
    expect(error.message).toMatch(new RegExp(`^${status} .{10}`));
    expect(error.requestID).toMatch(/./);
  });

  test('401', async () => {
    const error = await thrownBy(
      clientOf(issueKey(KEY_PREFIXES.live.buyer)).chat.completions.create(request('m')),
    );
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ code: 'unauthorized', type: 'authentication_error' });
  });

  test('422, an Idempotency-Key used for another body', async () => {
    const { key, model } = market;
    const options = { headers: { 'Idempotency-Key': 'used' } };
    const { completions } = clientOf(key).chat;
    await completions.create(request(model), options);
    const error = await thrownBy(completions.create(request(model, { n: 2 }), options));
    expect(error).toBeInstanceOf(UnprocessableEntityError);
    expect(error.code).toBe('idempotency_conflict');
  });

  test('a stream that breaks throws what happened', async () => {
    const behaviour = BEHAVIOURS.cutAt({ chunks: 4 });
    const { key, model } = await openMarket(exchange, { behaviour });
    const stream = await clientOf(key).chat.completions.create({
      ...request(model),
      stream: true,
    });
    let chunks = 0;
    const reading = (async () => {
      for await (const chunk of stream) chunks += chunk.choices.length;
    })();
    const error = await thrownBy(reading);
    expect(error).toBeInstanceOf(APIError);
    expect(error.code).toBe('seller_unreachable');
    expect(chunks).toBe(4);
  });
});

describe('automatic retries', () => {
  test('429: the client waits as it is told, and is served', async () => {
    const market = await openMarket(exchange);
    const { accountId, model } = market;
    const quotas = { chat: { limit: 1, window_seconds: 2 } };
    const issued = await exchange.admin('POST', `/accounts/${accountId}/keys`, { quotas });
    const { completions } = clientOf(issued.body.buyer_key).chat;
    await completions.create(request(model));
    await completions.create(request(model));
    expect(market.seller.requests).toHaveLength(2);
    await expectCharged(market, '9.999952');
    const hurried = clientOf(issued.body.buyer_key, { maxRetries: 0 }).chat.completions;
    const both = await Promise.all([1, 2].map(() => thrownBy(hurried.create(request(model)))));
    expect(both.some((error) => error instanceof RateLimitError)).toBe(true);
  });

  test('502 is final: it is not asked again', async () => {
    const market = await openMarket(exchange, { behaviour: 'error500' });
    const error = await thrownBy(
      clientOf(market.key).chat.completions.create(request(market.model)),
    );
    expect(error).toBeInstanceOf(InternalServerError);
    expect(error).toMatchObject({ status: 502, code: 'seller_unreachable' });
    expect(market.seller.requests).toHaveLength(1);
    await expectCharged(market, '10');
  });

  test("409 of the exchange's own is final", async () => {
    const { seller, model } = await openMarket(exchange);
    const client = clientOf('none', { baseURL: `${exchange.url()}/seller/v1` });
    let asked = 0;
    const counting: typeof fetch = (...args) => {
      asked += 1;
      return fetch(...args);
    };
    const body = {
      name: 'Another',
      endpoint_url: seller.url,
      supported_models: [model],
      api_key: 'x'.repeat(40),
    };
    const taken = client.withOptions({ fetch: counting }).post('/register', { body });
    expect(await thrownBy(taken)).toBeInstanceOf(ConflictError);
    expect(asked).toBe(1);
  });

  test('after a time-out of the client, with an Idempotency-Key: one fill, one charge', async () => {
    const market = await openMarket(exchange);
    const { key, model, seller } = market;
    seller.hold();
    let asked = 0;
    const counting: typeof fetch = (...args) => {
      asked += 1;
      if (asked === 3) seller.release();
      return fetch(...args);
    };
    const client = clientOf(key, { timeout: 3_000, maxRetries: 2, fetch: counting });
    const completion: any = await client.chat.completions.create(request(model), {
      headers: { 'Idempotency-Key': 'patient' },
    });
    expect(asked).toBe(3);
    expect([...seller.keys]).toEqual([[completion.fill.fill_id, 1]]);
    await expectCharged(market, '9.999976');
  });

  test('after a time-out of the client in a stream that has not begun: nothing is charged', async () => {
    const market = await openMarket(exchange, { behaviour: 'headersOnly' });
    const { key, model } = market;
    const client = clientOf(key, { timeout: 700, maxRetries: 1 });
    const error = await thrownBy(
      client.chat.completions.create({ ...request(model), stream: true }),
    );
    expect(error).toBeInstanceOf(APIConnectionError);
    await expectCharged(market, '10');
  });
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
