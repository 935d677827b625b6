/** Test mode: test keys, test money, sellers that answer for free, and nothing shared with the market. */
import { randomBytes, randomUUID } from 'node:crypto';
import Redis from 'ioredis';
import { deriveTestKey } from '../../config/mode';
import { Signer } from '../../domain/signing';
import { KEY_PREFIXES, issueKey } from '../../domain/key-hash';
import { endOf } from '../../records/reputations/end-of-fill';
import { readOutcomes } from '../../records/standings/read-outcomes';
import { TEST_SELLERS } from '../../exchange/test-mode/plans';
import { type Answer, Exchange, MODEL } from '../support/exchange';
import { startProcess } from '../support/processes';
import { until } from '../support/wait';
import { openBrowser } from '../console/support/browser';
import { openAt } from '../console/support/buyer-pages';

jest.setTimeout(120_000);

const LIVE = 'https://market.example';
const name = `${randomBytes(6).toString('hex')}-test`;

const market = Exchange.forFile({
  settings: { TOKENBOOK_DEPLOYMENT: name, MONGODB_DATABASE: name },
  environment: { TOKENBOOK_MODE: 'test', OTHER_MODE_URL: LIVE, TEST_OPENING_BALANCE: '12.5' },
});

const openAccount = async () => {
  const opened = await market.send('POST', '/buyer/v1/test-accounts', { body: {} });
  expect(opened.status).toBe(200);
  return opened.body as { account_id: string; buyer_key: string };
};

const accountOf = (key: string) =>
  market.send('GET', '/market/v1/account', { headers: { authorization: `Bearer ${key}` } });

/** A chat whose last message has the instruction. */
const ask = (key: string, instruction: string | null, body: object = {}): Promise<Answer> =>
  market.send('POST', '/v1/chat/completions', {
    headers: { authorization: `Bearer ${key}` },
    body: {
      model: MODEL,
      max_tokens: 200,
      messages: [{ role: 'user', content: instruction ? `Hello\ntest:${instruction}` : 'Hello' }],
      max_price: '1',
      ...body,
    },
  });

/** The sellers register and rest their asks on their own. */
const sellersRest = () =>
  until(
    async () => {
      const asks = await market.records.asks.countDocuments({
        modelId: MODEL,
        tenor: 'spot',
        status: 'active',
        sequence: { $ne: null },
      });
      return asks === TEST_SELLERS.length;
    },
    { what: 'the asks of the sellers of test mode' },
  );

test('anybody opens an account, pays with test money, and is answered for free', async () => {
  await sellersRest();
  const { buyer_key: key } = await openAccount();
  expect(key).toMatch(/^sk-tb_test_[0-9A-Za-z]{49}$/);
  expect((await accountOf(key)).body.available).toBe('12.5');

  const answer = await ask(key, null);
  expect(answer.status).toBe(200);
  expect(answer.headers['tokenbook-mode']).toBe('test');
  expect(answer.body.choices[0].message.content).toContain('Test seller one');
  const after = await accountOf(key);
  expect(Number(after.body.balance)).toBeCloseTo(12.5 - Number(answer.body.fill.cost), 8);
});

test('an account that the operator opens begins with test money too, and its key says test', async () => {
  const { key } = await market.buyer('0');
  expect(key).toMatch(/^sk-tb_test_/);
  expect((await accountOf(key)).body.balance).toBe('12.5');
});

test('a key of the live market is refused, with the address where it belongs', async () => {
  const refused = await accountOf(issueKey(KEY_PREFIXES.live.buyer));
  expect(refused).toMatchObject({ status: 401, body: { code: 'key_of_other_mode' } });
  expect(refused.body.message).toBe(
    `This is a key of the live market, and this is test mode. Send it to ${LIVE}.`,
  );
  const ticket = issueKey(KEY_PREFIXES.live.ticket);
  expect((await ask(ticket, null)).body.code).toBe('key_of_other_mode');
  expect((await accountOf(issueKey(KEY_PREFIXES.test.buyer))).body.code).toBe('unauthorized');
});

test('a body above 4 MB is refused by its sellers with 413, and uncharged', async () => {
  await sellersRest();
  const { buyer_key: key } = await openAccount();
  const padded = (bytes: number) => ask(key, null, { metadata: { padding: 'a'.repeat(bytes) } });
  expect(await padded(3_900_000)).toMatchObject({ status: 200 });
  const { available } = (await accountOf(key)).body;
  expect(await padded(4_000_000)).toMatchObject({ status: 413 });
  expect((await accountOf(key)).body.available).toBe(available);
});

describe('instructions to the sellers', () => {
  let key: string;
  beforeAll(async () => {
    await sellersRest();
    ({ buyer_key: key } = await openAccount());
  });
  const balance = async () => (await accountOf(key)).body.available as string;

  test('fail-first: the next seller answers', async () => {
    const answer = await ask(key, 'fail-first');
    expect(answer.status).toBe(200);
    expect(answer.body.choices[0].message.content).toContain('Test seller two');
  });

  test('what they ask for counts against no seller, however many accounts send them', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, openAccount));
    // A throttled request waits until its deadline; throttles count against nobody in any mode.
    const askAll = async (by: string) => {
      for (const instruction of ['fail-first', 'fail', 'refuse', 'disconnect']) {
        await ask(by, instruction);
      }
      await ask(by, 'disconnect', { stream: true });
    };
    await Promise.all(accounts.map(({ buyer_key: by }) => askAll(by)));
    const sellers = await market.records.sellers.find({}).toArray();
    expect(sellers).toHaveLength(TEST_SELLERS.length);
    for (const seller of sellers) {
      const outcomes = await readOutcomes(market.records, seller, new Date());
      expect(outcomes.filter(({ isFailure }) => isFailure)).toEqual([]);
      const fills = await market.records.fills.find({ sellerId: seller._id }).toArray();
      const kinds = fills.map((fill) => endOf(fill)?.kind ?? 'excused');
      expect(kinds.filter((kind) => kind !== 'answered' && kind !== 'excused')).toEqual([]);
    }
    expect(await market.records.sellerProbes.countDocuments()).toBe(0);
    const redis = new Redis(market.settings.redisUrl);
    expect(await redis.zcard('{judging}:begun')).toBe(0);
    redis.disconnect();
  });

  test.each([
    ['fail', 502, 'seller_unreachable'],
    ['refuse', 400, 'invalid_request_error'],
  ])('%s: %d %s, and nothing is charged', async (instruction, status, code) => {
    const before = await balance();
    expect(await ask(key, instruction)).toMatchObject({ status, body: { code } });
    expect(await balance()).toBe(before);
  });

  test('long: as many tokens as the request allows', async () => {
    const answer = await ask(key, 'long', { max_tokens: 321 });
    expect(answer.body.usage.completion_tokens).toBe(321);
  });
});

test('the console names the mode, and opens an account to look around with', async () => {
  const browser = await openBrowser();
  try {
    const page = await openAt(browser, market.url(), '/buyer');
    await page.getByText('The money here is not money').waitFor();
    await page.getByRole('button', { name: 'Open a test account' }).click();
    const key = await page.getByRole('region', { name: 'Key of the test account' }).innerText();
    expect((await accountOf(key.trim())).status).toBe(200);
    await page.getByRole('button', { name: 'Sign in with it' }).click();
    await page.getByText('$12.50').first().waitFor();
    expect(page.faults).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('a contract is filled by the sellers, and its ticket shows test too', async () => {
  await sellersRest();
  const { buyer_key: key } = await openAccount();
  const bought = await market.send('POST', '/buyer/v1/tickets', {
    headers: { authorization: `Bearer ${key}` },
    body: { model: MODEL, quantity_tokens: 4_096, max_price: '1' },
  });
  expect(bought.status).toBe(200);
  expect(bought.body.credential).toMatch(/^tkt_test_/);
  const drawn = await ask(bought.body.credential as string, null);
  expect(drawn.status).toBe(200);
});

test('nobody but the exchange is answered by the sellers', async () => {
  const path = '/test-sellers/one/v1/chat/completions';
  const answer = await market.send('POST', path, { body: { model: MODEL, messages: [] } });
  expect(answer.status).toBe(401);
});

test('an account opens under the quota of registrations, and only in test mode', async () => {
  const body = { name: 'a'.repeat(201) };
  expect((await market.send('POST', '/buyer/v1/test-accounts', { body })).status).toBe(400);
  const opened = await market.send('POST', '/buyer/v1/test-accounts', { body: { name: 'Ada' } });
  expect(opened.headers['ratelimit-policy']).toMatch(/^5000;w=60$/);
  const live = await Exchange.pooled();
  const refused = await live.send('POST', '/buyer/v1/test-accounts', { body: {} });
  expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(refused.headers['tokenbook-mode']).toBeUndefined();
  const { headers } = { headers: { authorization: `Bearer ${opened.body.buyer_key}` } };
  const answer = await live.send('GET', '/market/v1/account', { headers });
  expect(answer).toMatchObject({ status: 401, body: { code: 'key_of_other_mode' } });
  await live.stop();
});

test('a seller of test mode refuses requests that are signed for another seller', async () => {
  await sellersRest();
  const [plan] = TEST_SELLERS;
  const { _id: own } = (await market.records.sellers.findOne({ name: plan!.name }))!;
  const { _id: other } = (await market.records.sellers.findOne({ name: TEST_SELLERS[1]!.name }))!;
  const signingKey = deriveTestKey(market.settings.secrets.signingKey);
  const body = JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'Hello' }] });
  const post = async (audience: string) => {
    const to = { id: randomUUID(), audience };
    const signed = new Signer(signingKey).headers(to, body, Date.now());
    const headers = { 'content-type': 'application/json', 'idempotency-key': to.id, ...signed };
    const url = `${market.url()}/test-sellers/${plan!.id}/v1/chat/completions`;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  expect([await post(own), await post('check')]).toEqual([200, 200]);
  expect([await post(other), await post(randomUUID())]).toEqual([401, 401]);
});

test('a process of the live market does not start on the Redis of test mode', async () => {
  const live = `live-${randomUUID().slice(0, 8)}`;
  const settings = { ...market.settings, TOKENBOOK_DEPLOYMENT: live, MONGODB_DATABASE: live };
  await expect(startProcess('relay', settings)).rejects.toThrow('belongs to a market in test mode');
  const redis = new Redis(market.settings.redisUrl);
  expect(await redis.get('mode')).toBe('test');
  redis.disconnect();
});

test('the money is exact', async () => {
  await market.expectExact();
});
