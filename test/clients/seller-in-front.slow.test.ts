/** The seller in front of another server: whom it serves, that a key is answered alike, what errors become. */
import { randomBytes, randomUUID } from 'node:crypto';
import { freePort } from '../../setup/servers/ports';
import { CHECK_AUDIENCE, Signer } from '../../domain/signing';
import { contentOf, newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { DEFAULT_CONTENT } from '../support/sellers/completions';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { type Running, startExample } from './run-example';

const UPSTREAM_KEY = 'key-of-the-upstream';

let exchange: Exchange;
let upstream: Seller;
let seller: Running;
let endpoint = '';
let key = '';
const model = newModel();
const apiKey = randomBytes(24).toString('hex');

beforeAll(async () => {
  [exchange, upstream] = await Promise.all([Exchange.pooled(), startSeller()]);
  seller = startExample([process.execPath, 'seller/in-front.mjs'], {
    TOKENBOOK_URL: exchange.url(),
    SELLER_API_KEY: apiKey,
    MODEL: model,
    SELLER_PORT: String(await freePort()),
    UPSTREAM_URL: upstream.url,
    UPSTREAM_KEY,
    UPSTREAM_MODEL: 'its-own-name',
    PRICE: '1',
  });
  await seller.says(/^offers /);
  endpoint = `${seller.lines[0]!.match(/http:\S+/)![0]}/chat/completions`;
  ({ key } = await exchange.buyer('10'));
});
beforeEach(() => {
  upstream.setBehaviour('normal');
  upstream.requests.length = 0;
});
afterAll(async () => {
  seller.child.kill('SIGKILL');
  await upstream.close();
  await exchange.stop();
});

const BODY = JSON.stringify({ model, messages: [{ role: 'user', content: 'Say hello.' }] });
const STREAMED = JSON.stringify({ ...JSON.parse(BODY), stream: true });

/** As the exchange signs it, now or when it is said. */
function signed(id: string, body: string, atMs = Date.now()): Record<string, string> {
  const { signingKey } = exchange.settings.secrets;
  const to = { id, audience: CHECK_AUDIENCE };
  return { 'idempotency-key': id, ...new Signer(signingKey).headers(to, body, atMs) };
}

function post(headers: Record<string, string>, body: string): Promise<Response> {
  return fetch(endpoint, { method: 'POST', headers, body });
}

describe('through the exchange', () => {
  test('an answer: one upstream request, under its own name and key, charged once', async () => {
    const { body } = await exchange.chat(key, { model });
    expect(body.choices[0].message.content).toBe(DEFAULT_CONTENT);
    expect(body.fill).toMatchObject({ tokens: 24, cost: '0.000024', region: 'us-east' });
    expect(upstream.requests).toHaveLength(1);
    const [request] = upstream.requests;
    expect(request!.path).toBe('/v1/chat/completions');
    expect(request!.headers.authorization).toBe(`Bearer ${UPSTREAM_KEY}`);
    expect(request!.body).toMatchObject({ model: 'its-own-name', max_tokens: 64 });
    expect(await exchange.account(key)).toMatchObject({ balance: '9.999976', reserved: '0' });
  });

  test('a stream, with its fill', async () => {
    const { chunks, done } = await exchange.stream(key, { model });
    expect([contentOf(chunks), done]).toEqual([DEFAULT_CONTENT, true]);
    expect(chunks.at(-1)).toMatchObject({ fill: { tokens: 24, cost: '0.000024' } });
    expect(await exchange.account(key)).toMatchObject({ balance: '9.999952', reserved: '0' });
  });

  test('a refusal that blames the request reaches the buyer as it is, uncharged', async () => {
    upstream.setBehaviour('contextLength');
    const { status, body } = await exchange.chat(key, { model });
    expect([status, body.code]).toEqual([400, 'context_length_exceeded']);
    expect(await exchange.account(key)).toMatchObject({ balance: '9.999952', reserved: '0' });
  });

  test('a throttle is waited for, and is not kept as the answer of its key', async () => {
    upstream.setBehaviour(BEHAVIOURS.inTurn(BEHAVIOURS.throttled(), BEHAVIOURS.normal()));
    const { status, body } = await exchange.chat(key, { model });
    expect([status, body.fill?.tokens]).toEqual([200, 24]);
    expect(upstream.requests).toHaveLength(2);
  });

  test('a stream that the upstream breaks off is cut, and what was delivered is charged', async () => {
    upstream.setBehaviour(BEHAVIOURS.cutAt({ chunks: 4 }));
    const before = await exchange.account(key);
    const { chunks, done } = await exchange.stream(key, { model });
    expect(done).toBe(false);
    expect(chunks.at(-1).error.code).toBe('seller_unreachable');
    expect(contentOf(chunks)).not.toBe('');
    const after = await exchange.account(key);
    expect(after.reserved).toBe('0');
    expect(Number(before.available) - Number(after.available)).toBeGreaterThan(0);
  });
});

describe('the signature', () => {
  test.each<[string, (id: string) => Record<string, string>]>([
    ['none', () => ({})],
    ['another body', (id) => signed(id, `${BODY} `)],
    ['six minutes old', (id) => signed(id, BODY, Date.now() - 360_000)],
    ['six minutes ahead', (id) => signed(id, BODY, Date.now() + 360_000)],
    ['a key that was not signed', (id) => ({ ...signed(id, BODY), 'idempotency-key': 'other' })],
    ['garbage', (id) => ({ ...signed(id, BODY), 'webhook-signature': 'v1a,AAAA v1a, v1,x' })],
  ])('%s: 401, and the upstream hears nothing', async (_what, headersOf) => {
    expect((await post(headersOf(randomUUID()), BODY)).status).toBe(401);
    // A probe of the exchange, after a failure that a test made it see, is passed on as well.
    expect(upstream.requests.filter(({ rawBody }) => rawBody.includes('Say hello.'))).toEqual([]);
  });

  test("the exchange's own, also beside another: served", async () => {
    const id = randomUUID();
    const headers = signed(id, BODY);
    headers['webhook-signature'] = `v1a,AAAA ${headers['webhook-signature']}`;
    expect((await post(headers, BODY)).status).toBe(200);
  });
});

describe.each([
  ['an answer', BODY],
  ['a stream', STREAMED],
])('one key, %s', (_what, body) => {
  test('the same, while the first is under way and after it: one upstream request', async () => {
    const id = randomUUID();
    upstream.hold();
    const both = [1, 2].map(async () => (await post(signed(id, body), body)).text());
    await until(() => upstream.held === 1, { what: 'the upstream to be asked' });
    upstream.release();
    const [first, second] = await Promise.all(both);
    const third = await (await post(signed(id, body), body)).text();
    expect(first).toMatch(/fox|brown/);
    expect([second, third]).toEqual([first, first]);
    expect(upstream.requests).toHaveLength(1);
  });

  test('asked again after the first reader has gone: still one upstream request', async () => {
    const id = randomUUID();
    upstream.hold();
    const gone = new AbortController();
    const { signal } = gone;
    const left = fetch(endpoint, { method: 'POST', headers: signed(id, body), body, signal });
    await until(() => upstream.held === 1, { what: 'the upstream to be asked' });
    gone.abort();
    await expect(left).rejects.toThrow(/abort/);
    const again = post(signed(id, body), body);
    upstream.release();
    expect((await again).status).toBe(200);
    expect(await (await again).text()).toMatch(/fox|brown/);
    expect(upstream.requests).toHaveLength(1);
  });
});

test('a stream is passed on as it comes', async () => {
  upstream.setBehaviour(BEHAVIOURS.stall({ chunks: 3 }));
  const leave = new AbortController();
  const { signal } = leave;
  const headers = signed(randomUUID(), STREAMED);
  const answer = await fetch(endpoint, { method: 'POST', headers, body: STREAMED, signal });
  const { value } = await answer.body!.getReader().read();
  expect(Buffer.from(value!).toString()).toMatch(/^data: \{/);
  leave.abort();
});

describe("errors that are not the request's fault", () => {
  test.each([
    [401, 502],
    [404, 502],
    [500, 500],
    [503, 503],
  ])('%i of the upstream is %i, without its words, and is not kept', async (status, passed) => {
    upstream.setBehaviour(BEHAVIOURS.status({ status, message: 'secret of the upstream' }));
    const id = randomUUID();
    const answer = await post(signed(id, BODY), BODY);
    expect(answer.status).toBe(passed);
    expect(await answer.text()).not.toContain('secret');
    upstream.setBehaviour('normal');
    expect((await post(signed(id, BODY), BODY)).status).toBe(200);
  });

  test('429 carries its Retry-After', async () => {
    upstream.setBehaviour(BEHAVIOURS.throttled({ retryAfter: '7' }));
    const answer = await post(signed(randomUUID(), BODY), BODY);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
  });

  test('an upstream that resets the connection is a 502', async () => {
    upstream.setBehaviour('resetAfterBody');
    expect((await post(signed(randomUUID(), BODY), BODY)).status).toBe(502);
  });
});

test('it ends in order: its offer is withdrawn, and every invariant of the ledger holds', async () => {
  expect(await seller.end()).toBe(0);
  const headers = { 'x-seller-api-key': apiKey };
  const { body } = await exchange.send('GET', '/seller/v1/offers', { headers });
  expect(body.offers).toEqual([]);
  await exchange.expectExact();
});
