/** Registration: the four rows of the table, on both routes (SELLER-3). */
import Redis from 'ioredis';
import { randomBytes } from 'node:crypto';
import { PRINTED_KEYS } from '../../domain/seller-key';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import { RegistrationCheck } from '../../exchange/sellers/registration-check';
import { type Answer, Exchange } from '../support/exchange';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { verifying } from '../support/sellers/verifying';

const exchange = Exchange.pooledForFile();

const ROUTES = ['/seller/v1/register', '/market/v1/sellers/register'];
const newKey = () => randomBytes(24).toString('base64url');
const newUrl = () => `https://${randomBytes(6).toString('hex')}.invalid/v1`;

function registration(change: object = {}) {
  return {
    name: 'A seller',
    endpoint_url: newUrl(),
    supported_models: ['llama-3.1-8b'],
    api_key: newKey(),
    ...change,
  };
}

const register = (body: unknown, header?: string, route = ROUTES[0]!): Promise<Answer> =>
  exchange.send('POST', route, {
    body,
    headers: header === undefined ? {} : { 'x-seller-api-key': header },
  });

const statusesOf = (answers: Answer[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

const profile = (key: string) =>
  exchange.send('GET', '/seller/v1/profile', { headers: { 'x-seller-api-key': key } });

describe.each(ROUTES)('%s', (route) => {
  test('a new endpoint: a new seller', async () => {
    const body = registration({ regions: ['apac', 'us-east', 'apac'] });
    const answer = await register(body, undefined, route);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { seller_id: id, registered_at: at, ...rest } = answer.body;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
    expect(rest).toEqual({ ...body, regions: ['apac', 'us-east'] });
    const { api_key: _, ...shown } = answer.body;
    expect((await profile(body.api_key)).body).toEqual({
      ...shown,
      standing: 'Active',
      learned_limits: [],
      venue_class: 'unrated',
      endpoint_verified: false,
      models: [],
      has_upstream_authorization: false,
    });
  });

  test('a known endpoint, the same key: updated, the same seller', async () => {
    const body = registration();
    const first = await register({ ...body, regions: ['apac'] }, undefined, route);
    const models = ['Qwen3-32B ', 'qwen3-32b'];
    const changed = { ...body, name: 'Another name', supported_models: models };
    const second = await register(changed, undefined, route);
    expect(second).toMatchObject({
      status: 200,
      body: { name: 'Another name', supported_models: ['qwen3-32b'], regions: ['apac'] },
    });
    expect(second.body.seller_id).toBe(first.body.seller_id);
    expect(second.body.registered_at).toBe(first.body.registered_at);
  });

  test('a known endpoint, another key, the current one in the header: rotated', async () => {
    const body = registration();
    const first = await register(body, undefined, route);
    const rotated = { ...body, api_key: newKey() };
    const second = await register(rotated, body.api_key, route);
    expect(second).toMatchObject({ status: 200, body: { seller_id: first.body.seller_id } });
    expect((await profile(body.api_key)).status).toBe(401);
    expect((await profile(rotated.api_key)).status).toBe(200);
  });

  test('a known endpoint, another key, no valid header: 409, nothing modified', async () => {
    const body = registration();
    await register(body, undefined, route);
    const other = registration();
    await register(other, undefined, route);
    const takeover = { ...body, name: 'Taken over', api_key: newKey() };
    for (const header of [undefined, 'wrong', takeover.api_key, other.api_key]) {
      const answer = await register(takeover, header, route);
      expect(answer).toMatchObject({ status: 409, body: { code: 'endpoint_already_registered' } });
      expect(answer.headers['x-should-retry']).toBe('false');
    }
    expect((await profile(body.api_key)).body.name).toBe('A seller');
    expect((await profile(takeover.api_key)).status).toBe(401);
  });
});

describe('who guesses the key of a seller', () => {
  const GUESSES = 'guesses:127.0.0.1';
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(exchange.settings.redisUrl);
  });
  afterEach(() => redis.del(GUESSES));
  afterAll(() => redis.disconnect());

  test.each([...ROUTES, '/seller/v1/register/check'])('waits ever longer at %s', async (route) => {
    const body = registration();
    await register(body);
    const guess = async (): Promise<number> => {
      const startedMs = performance.now();
      const { endpoint_url, api_key: own } = body;
      const guessed = route.endsWith('check')
        ? { endpoint_url, model: 'some-model' }
        : { ...body, api_key: newKey() };
      const refused = await register(guessed, newKey(), route);
      expect(refused).toMatchObject({ status: 409, body: { code: 'endpoint_already_registered' } });
      expect(JSON.stringify(refused.body)).not.toContain(own);
      return performance.now() - startedMs;
    };
    await redis.set(GUESSES, 19);
    await guess();
    expect(await redis.get(GUESSES)).toBe('20'); // the last one without a delay
    await redis.set(GUESSES, 39);
    expect(await guess()).toBeGreaterThan(990); // 20 more than are free
    expect(await redis.get(GUESSES)).toBe('40');
  });

  test('delays nobody who has the key', async () => {
    const body = registration();
    await register(body);
    await redis.set(GUESSES, 1_000);
    for (const route of ROUTES) {
      expect((await register(body, body.api_key, route)).status).toBe(200);
      expect((await register(registration(), undefined, route)).status).toBe(200);
    }
    expect(await redis.get(GUESSES)).toBe('1000');
  });
});

test('spellings of one endpoint are one seller', async () => {
  const body = registration({ endpoint_url: 'https://Spelled.INVALID:443/v1' });
  const first = await register(body);
  expect(first.body.endpoint_url).toBe('https://spelled.invalid/v1');
  const again = await register({ ...body, endpoint_url: 'https://spelled.invalid./v1' });
  expect(again.body.seller_id).toBe(first.body.seller_id);
});

test('of many at once for one endpoint one wins; of two rotations one', async () => {
  const url = newUrl();
  const bodies = [1, 2, 3, 4].map(() => registration({ endpoint_url: url }));
  const answers = await Promise.all(bodies.map((body) => register(body)));
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
  const winner = bodies[answers.findIndex(({ status }) => status === 200)]!;

  const rotations = [1, 2].map(() => ({ ...winner, api_key: newKey() }));
  const rotated = await Promise.all(rotations.map((body) => register(body, winner.api_key)));
  expect(statusesOf(rotated)).toEqual([200, 409]);
  const keys = [winner, ...rotations].map(({ api_key: key }) => key);
  const alive = await Promise.all(keys.map((key) => profile(key)));
  expect(statusesOf(alive)).toEqual([200, 401, 401]);
});

test("another seller's key is refused like a weak one", async () => {
  const taken = registration();
  await register(taken);
  const answer = await register(registration({ api_key: taken.api_key }));
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', param: 'api_key' },
  });
});

test.each([...PRINTED_KEYS])(
  'the printed key %s is refused, in local development too',
  async (key) => {
    const refused = { status: 400, body: { code: 'invalid_request', param: 'api_key' } };
    const answer = await register(registration({ api_key: key }));
    expect(answer).toMatchObject(refused);
    expect(answer.body.message).toContain('random key of 32 to 512 characters');
    const body = registration();
    await register(body);
    expect(await register({ ...body, api_key: key }, body.api_key)).toMatchObject(refused);
  },
);

test('in local development loopback over http is an endpoint, other private addresses are not', async () => {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const accepted = await register(registration({ endpoint_url: `http://127.0.0.1:${port}` }));
  expect(accepted.status).toBe(200);
  for (const url of ['http://10.0.0.1/', 'https://169.254.169.254/', 'http://example.com/']) {
    expect(await register(registration({ endpoint_url: url }))).toMatchObject({
      status: 400,
      body: { code: 'invalid_endpoint_url', param: 'endpoint_url' },
    });
  }
});

test.each<[object, string, string | undefined]>([
  [{ name: undefined }, 'invalid_request', 'name'],
  [{ name: '  ' }, 'invalid_request', 'name'],
  [{ name: 'n'.repeat(201) }, 'invalid_request', 'name'],
  [{ endpoint_url: undefined }, 'invalid_request', 'endpoint_url'],
  [{ endpoint_url: null }, 'invalid_request', 'endpoint_url'],
  [{ endpoint_url: 5 }, 'invalid_endpoint_url', 'endpoint_url'],
  [{ endpoint_url: 'ftp://example.com' }, 'invalid_endpoint_url', 'endpoint_url'],
  [{ supported_models: undefined }, 'invalid_request', 'supported_models'],
  [{ supported_models: [] }, 'invalid_model', 'supported_models'],
  [{ supported_models: ['a b'] }, 'invalid_model', 'supported_models'],
  [{ api_key: undefined }, 'invalid_request', 'api_key'],
  [{ api_key: '' }, 'invalid_request', 'api_key'],
  [{ api_key: 'k'.repeat(513) }, 'invalid_request', 'api_key'],
  [{ api_key: 'line\nbreak' }, 'invalid_request', 'api_key'],
  [{ regions: ['any'] }, 'invalid_region', 'regions[0]'],
  [{ standing: 'Active' }, 'invalid_request', 'standing'],
  [{ seller_id: 'x' }, 'invalid_request', 'seller_id'],
])('%j is refused with %s', async (change, code, param) => {
  expect(await register(registration(change))).toMatchObject({
    status: 400,
    body: { code, param },
  });
});

describe('the check before a registration', () => {
  const sellers: Seller[] = [];
  afterAll(() => Promise.all(sellers.map((seller) => seller.close())));

  async function serve(behaviour: Behaviour): Promise<Seller> {
    const seller = await startSeller(behaviour);
    sellers.push(seller);
    return seller;
  }

  const check = (endpoint_url: string, key?: string) =>
    exchange.send('POST', '/seller/v1/register/check', {
      body: { endpoint_url, model: 'some-model' },
      headers: key === undefined ? {} : { 'x-seller-api-key': key },
    });
  const statuses = ({ body }: Answer) =>
    Object.fromEntries(
      body.checks.map(({ check: name, status }: { check: string; status: string }) => [
        name,
        status,
      ]),
    );

  test('an endpoint that verifies signatures and does everything right', async () => {
    const seller = await serve(verifying(BEHAVIOURS.normal(), exchange.settings));
    const answer = await check(seller.url);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: { passed: true, endpoint_url: seller.url },
    });
    const expected = ['address', 'reachable', 'signature', 'answers', 'streams', 'usage'];
    const more = ['usage in streams', 'end of stream', 'idempotency key'];
    expect(statuses(answer)).toEqual(
      Object.fromEntries([...expected, ...more].map((name) => [name, 'ok'])),
    );
    expect(seller.probes.map(({ headers }) => headers['x-tokenbook-probe'])).toEqual(
      Array.from({ length: 4 }, () => '1'),
    );
  });

  test('what is wrong has a remedy, and nothing of a refusal is passed on', async () => {
    const secret = {
      answer: ({ res }) => void res.writeHead(500).end('text of somebody else'),
    } as Behaviour;
    const answer = await check((await serve(secret)).url);
    expect(answer.body).toMatchObject({ passed: false });
    expect(statuses(answer)).toMatchObject({ reachable: 'ok', signature: 'warn', answers: 'fail' });
    expect(JSON.stringify(answer.body)).not.toContain('somebody');
    for (const { status, remedy } of answer.body.checks)
      expect(remedy === null).toBe(status === 'ok');
  });

  test.each([
    ['https://10.0.0.1/v1', { address: 'fail' }],
    ['http://example.com/v1', { address: 'fail' }],
    ['not an address', { address: 'fail' }],
    ['http://127.0.0.1:2/v1', { address: 'ok', reachable: 'fail' }],
  ])('%s', async (url, expected) => {
    expect(statuses(await check(url))).toEqual(expected);
  });

  test('a registered endpoint is checked for its key only', async () => {
    const seller = await exchange.seller();
    for (const key of [undefined, 'wrong']) {
      const refused = await check(seller.url, key);
      expect([refused.status, refused.body.code]).toEqual([409, 'endpoint_already_registered']);
    }
    expect((await check(seller.url, seller.apiKey)).status).toBe(200);
  });

  test('a host is asked no more often than the budget allows', async () => {
    const redis = new Redis(exchange.settings.redisUrl);
    const settings = { ...exchange.settings, PROBES_PER_HOST: 8 };
    const names = new NameResolver({ servers: [], local: true });
    const limited = new RegistrationCheck({ redis, names, settings });
    const host = `${randomBytes(6).toString('hex')}.example`;
    for (const path of ['v1', 'v2']) await limited.spend(`https://${host}/${path}`);
    await expect(limited.spend(`https://a.${host}/v1`)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 60,
    });
    redis.disconnect();
  });
});
