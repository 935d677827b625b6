/** Registration: what is refused, what guesses cost, and the check before it. */
import Redis from 'ioredis';
import { randomBytes } from 'node:crypto';
import { PRINTED_KEYS } from '../../domain/seller-key';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import { RegistrationCheck } from '../../exchange/probing/registration-check';
import { type Answer, Exchange } from '../support/exchange';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { verifying } from '../support/sellers/verifying';
import { ROUTES, newKey, registration } from '../registration/registering';

const exchange = Exchange.pooledForFile();

const register = (body: unknown, header?: string, route: string = ROUTES.Seller): Promise<Answer> =>
  exchange.send('POST', route, {
    body,
    headers: header === undefined ? {} : { 'x-seller-api-key': header },
  });

describe('who guesses the key of a seller', () => {
  const GUESSES = 'guesses:127.0.0.1';
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(exchange.settings.redisUrl);
  });
  afterEach(() => redis.del(GUESSES));
  afterAll(() => redis.disconnect());

  test.each([...Object.values(ROUTES), '/seller/v1/register/check'])(
    'waits ever longer at %s',
    async (route) => {
      const body = registration();
      await register(body);
      const guess = async (): Promise<number> => {
        const startedMs = performance.now();
        const { endpoint_url, api_key: own } = body as { endpoint_url: string; api_key: string };
        const guessed = route.endsWith('check')
          ? { endpoint_url, model: 'some-model' }
          : { ...body, api_key: newKey() };
        const refused = await register(guessed, newKey(), route);
        expect(refused).toMatchObject({
          status: 409,
          body: { code: 'endpoint_already_registered' },
        });
        expect(JSON.stringify(refused.body)).not.toContain(own);
        return performance.now() - startedMs;
      };
      await redis.set(GUESSES, 19);
      await guess();
      expect(await redis.get(GUESSES)).toBe('20'); // the last one without a delay
      await redis.set(GUESSES, 39);
      expect(await guess()).toBeGreaterThan(990); // 20 more than are free
      expect(await redis.get(GUESSES)).toBe('40');
    },
  );

  test('delays nobody who has the key', async () => {
    const body = registration();
    await register(body);
    await redis.set(GUESSES, 1_000);
    for (const route of Object.values(ROUTES)) {
      expect((await register(body, body['api_key'] as string, route)).status).toBe(200);
      expect((await register(registration(), undefined, route)).status).toBe(200);
    }
    expect(await redis.get(GUESSES)).toBe('1000');
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
    expect(await register({ ...body, api_key: key }, body['api_key'] as string)).toMatchObject(
      refused,
    );
  },
);

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
  [{ api_key: 'sch\u00f6n' }, 'invalid_request', 'api_key'],
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
