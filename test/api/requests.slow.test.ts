/** What every request goes through: ids, order of checks, rate limits, bodies, error shapes, headers. */
import { request } from 'undici';
import { KEY_PREFIXES, issueKey } from '../../domain/key-hash';
import { Exchange, MODEL, type TestSeller, chatBody } from '../support/exchange';

const exchange = Exchange.forFile({
  settings: {
    ASKS_QUOTA: 40,
    BODY_LIMIT_BYTES: 5_000,
    SELLER_HOST: 'seller.test',
  },
});
let seller: TestSeller;
let key: string;
beforeAll(async () => {
  seller = await exchange.seller();
  ({ key } = await exchange.buyer('0'));
});

interface Raw {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

async function raw(path: string, { method = 'GET', headers = {}, body }: Raw = {}) {
  const answer = await request(`${exchange.url()}${path}`, { method, headers, body: body ?? null });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, body: parse(text) };
}

function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const asJson = { 'content-type': 'application/json' };
const postAsk = (body: string | Buffer, headers: Record<string, string> = asJson, by = seller) =>
  raw(`/market/v1/sellers/${by.sellerId}/asks`, {
    method: 'POST',
    headers: { 'x-seller-api-key': by.apiKey, ...headers },
    body,
  });
const validAsk = { model_id: MODEL, price: '1', capacity: 100 };

describe('x-request-id', () => {
  test.each(['abc-123', 'a'.repeat(128)])('%s is echoed', async (id) => {
    const answer = await raw('/buyer/v1/models', { headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toBe(id);
  });

  test.each(['', 'two words', 'a'.repeat(129), '<script>'])('%p is replaced', async (id) => {
    const answer = await raw('/nowhere', { headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('headers say little and protect', async () => {
  const { headers } = await raw('/buyer/v1/models');
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['strict-transport-security']).toBeDefined();
});

describe('error shapes', () => {
  const linkOf = (code: string) => ({ documentation_url: `/docs/errors/${code}` });
  const nested = (code: string) => ({
    code,
    message: expect.any(String),
    error: {
      message: expect.any(String),
      type: expect.any(String),
      code,
      param: null,
      ...linkOf(code),
    },
  });
  const flat = (code: string) => ({
    code,
    message: expect.any(String),
    error: expect.any(String),
    ...linkOf(code),
  });

  test.each([
    ['/nowhere', nested('not_found')],
    ['/buyer/v1/nowhere', nested('not_found')],
    ['/v1/chat/completions/more', nested('not_found')],
    ['/seller/v1/nowhere', flat('not_found')],
    ['/market/v1/nowhere', flat('not_found')],
    ['/admin/v1/accounts', nested('not_found')],
    ['/metrics', nested('not_found')],
  ])('%s: 404', async (path, body) => {
    expect(await raw(path)).toMatchObject({ status: 404, body });
  });

  test.each([
    ['/v1/chat/completions', 'POST', nested('method_not_allowed')],
    ['/buyer/v1/chat/completions', 'POST', nested('method_not_allowed')],
    ['/seller/v1/offers', 'GET, POST', flat('method_not_allowed')],
    ['/market/v1/orderbook', 'GET', flat('method_not_allowed')],
  ])('%s: 405 with Allow', async (path, allowed, body) => {
    const answer = await raw(path, { method: 'PUT' });
    expect(answer).toMatchObject({ status: 405, body });
    expect(answer.headers['allow']).toBe(allowed);
  });

  test.each([
    ['/v1/chat/completions', {}],
    ['/buyer/v1/tickets/1', {}],
    ['/seller/v1/offers', {}],
    ['/market/v1/account', {}],
    ['/v1/offers', { host: 'seller.test' }],
  ])('%s: the link of its error body leads to the page of the code', async (path, headers) => {
    const { body } = await raw(path, { headers });
    const page = await raw(body.documentation_url ?? body.error.documentation_url, { headers });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self';/,
    );
    expect(page.text).toContain(`<h1>${body.code}</h1>`);
  });

  test("the operator's port serves the pages that it links to", async () => {
    const { body } = await exchange.send('GET', '/admin/v1/nowhere', { admin: true });
    expect(body).toEqual(flat('not_found'));
    expect((await exchange.send('GET', body.documentation_url, { admin: true })).status).toBe(200);
  });

  test('the buyer reads the nested object, param included', async () => {
    const answer = await raw('/buyer/v1/chat/completions', {
      method: 'POST',
      headers: { ...asJson, authorization: `Bearer ${(await exchange.buyer('0')).key}` },
      body: JSON.stringify(chatBody({ messages: null })),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        message: 'messages is required.',
        error: {
          message: 'messages is required.',
          type: 'invalid_request_error',
          code: 'invalid_request',
          param: 'messages',
          ...linkOf('invalid_request'),
        },
      },
    });
  });

  test.each(['/market/v1/sellers/%E0%A4%A/asks', '/seller/v1/offers/%'])(
    '%s: a path that cannot be decoded is 400',
    async (path) => {
      const answer = await raw(path, {
        method: 'DELETE',
        headers: { 'x-seller-api-key': seller.apiKey },
      });
      expect([400, 404, 405]).toContain(answer.status);
      expect(answer.body.code).toBeDefined();
    },
  );
});

describe('buyer credentials', () => {
  test('wrong keys are slowed, never answered 429, and a valid one is not slowed', async () => {
    const guess = () =>
      raw('/market/v1/account', {
        headers: { authorization: `Bearer ${issueKey(KEY_PREFIXES.live.buyer)}` },
      });
    const answers = await Promise.all(Array.from({ length: 40 }, guess));
    expect(answers.every(({ status }) => status === 401)).toBe(true);
    const startedMs = performance.now();
    expect((await guess()).status).toBe(401);
    const guessedMs = performance.now();
    const valid = await raw('/market/v1/account', { headers: { authorization: `Bearer ${key}` } });
    expect(valid.status).toBe(200);
    expect(guessedMs - startedMs).toBeGreaterThan(performance.now() - guessedMs);
  });
});

describe('rate limits', () => {
  test('asks and offers share a quota, which a rotation does not renew', async () => {
    const by = await exchange.seller();
    await exchange.admin('PATCH', `/sellers/${by.sellerId}`, {
      quotas: { asks: { limit: 2, window_seconds: 60 } },
    });
    const offer = (apiKey: string) =>
      raw('/seller/v1/offers', {
        method: 'POST',
        headers: { ...asJson, 'x-seller-api-key': apiKey },
        body: '{}',
      });
    expect((await postAsk('{}', asJson, by)).headers['ratelimit']).toBe('1');
    expect((await offer(by.apiKey)).headers['ratelimit']).toBe('0');
    expect((await offer(by.apiKey)).status).toBe(429);
    expect((await postAsk(JSON.stringify(validAsk), asJson, by)).status).toBe(429);
    const rotated = 'r'.repeat(40);
    const answer = await exchange.send('POST', '/seller/v1/register', {
      headers: { 'x-seller-api-key': by.apiKey },
      body: {
        name: 'Rotated',
        endpoint_url: by.url,
        supported_models: [MODEL],
        api_key: rotated,
      },
    });
    expect(answer.status).toBe(200);
    expect((await offer(rotated)).status).toBe(429);
    expect((await offer(by.apiKey)).status).toBe(401);
    expect((await postAsk('{}')).status).toBe(400);
  });
});

describe('a field at fault is named, with what it must be', () => {
  const turn = { role: 'user', content: 'Hi' };

  test.each<[object, string]>([
    [{ messages: [] }, 'messages: must have at least 1 entry.'],
    [{ messages: 'Hi' }, 'messages: must be a list.'],
    [{ messages: [turn, 'Hi'] }, 'messages[1]: must be an object.'],
    [{ messages: [{ ...turn, role: '' }] }, 'messages[0].role: must have at least 1 character.'],
    [
      { messages: [{ ...turn, content: 7 }] },
      'messages[0].content: is not in a form that is known here.',
    ],
    [{ n: 0 }, 'n: must be at least 1.'],
    [{ n: 129 }, 'n: must be at most 128.'],
    [{ n: 1.5 }, 'n: must be a whole number.'],
    [{ n: '1' }, 'n: must be a number.'],
    [{ stream: 'yes' }, 'stream: must be true or false.'],
  ])('%j', async (fields, message) => {
    const { key: bearer } = await exchange.buyer('0');
    const answer = await raw('/v1/chat/completions', {
      method: 'POST',
      headers: { ...asJson, authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model: 'any', max_tokens: 8, messages: [turn], ...fields }),
    });
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  test.each([
    ['limit=many', 'limit: must be a whole number.'],
    ['limit=0', 'limit: must be at least 1.'],
    ['limit=101', 'limit: must be at most 100.'],
    [`cursor=${'c'.repeat(1_001)}`, 'cursor: must have at most 1000 characters.'],
    ['cursor=forged', 'The cursor is not valid here.'],
  ])('%s', async (query, message) => {
    const { key: bearer } = await exchange.buyer('0');
    const answer = await raw(`/market/v1/contracts?${query}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });
});

describe('bodies', () => {
  const nestedTo = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const withKeys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, 0])));

  test.each<[string, string | Buffer, number, string]>([
    ['nothing', '', 400, 'A JSON body is required.'],
    ['half an object', '{"model_id":', 400, 'The body is not valid JSON.'],
    ['no object', '"text"', 400, 'The body'],
    ['an array', '[]', 400, 'The body'],
    ['null', 'null', 400, 'The body'],
    ['a number too large', '{"capacity":1e400}', 400, 'The body has a number too large.'],
    ['__proto__', '{"__proto__":{"capacity":1}}', 400, 'The body has a field named __proto__.'],
    ['33 levels', nestedTo(33), 400, 'The body has more than 32 levels.'],
    ['32 levels', nestedTo(32), 400, 'The body must be an object.'],
    ['1,001 keys', withKeys(1_001), 413, 'The request body is too large.'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400, 'not UTF-8'],
    ['one byte too many', `{"a":"${'a'.repeat(4_993)}"}`, 413, 'too large'],
  ])('%s', async (_name, body, status, message) => {
    const answer = await postAsk(body);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(message);
    expect(answer.text).not.toMatch(/node_modules|\bat \w+ \(/);
  });

  test('exactly the largest body is read', async () => {
    const answer = await postAsk(`{"a":"${'a'.repeat(4_992)}"}`);
    expect(answer).toMatchObject({ status: 400, body: { param: 'model_id' } });
  });

  test('1,000 keys in one object are read, 1,001 are not', async () => {
    const chat = async (count: number) => {
      const { key: bearer } = await exchange.buyer('1');
      const more = JSON.parse(withKeys(count)) as object;
      return raw('/v1/chat/completions', {
        method: 'POST',
        headers: { ...asJson, authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ model: null, more }),
      });
    };
    expect((await chat(1_000)).body.error.param).toBe('model');
    expect((await chat(1_001)).body.message).toBe('The body has an object of more than 1000 keys.');
  });

  test.each([
    ['no type', {}],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text', { 'content-type': 'text/plain' }],
    ['an unknown charset', { 'content-type': 'application/json; charset=utf-99' }],
    ['a compressed body', { ...asJson, 'content-encoding': 'gzip' }],
  ])('%s: 400', async (_name, headers: Record<string, string>) => {
    const answer = await postAsk(JSON.stringify(validAsk), headers);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('a type with a charset is JSON', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await postAsk(JSON.stringify(validAsk), headers)).status).toBe(200);
  });
});
