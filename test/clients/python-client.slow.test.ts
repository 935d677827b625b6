/** The client for Python at a real exchange, on a network that loses answers; one process per scenario. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newWebhookSecret, webhookHeaders } from '../../domain/webhooks';
import { newModel, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { FaultyProxy } from './faulty-proxy';
import { GUIDE_OUTPUT } from './guide-output';

const run = promisify(execFile);
const ROOT = join(__dirname, '..', '..');
const PYTHON = process.env.TOKENBOOK_TEST_PYTHON ?? 'python3';

let exchange: Exchange;
let proxy: FaultyProxy;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  proxy = await FaultyProxy.open(exchange.url());
});
afterAll(async () => {
  proxy.close();
  await exchange.stop();
});
beforeEach(() => proxy.next());

/** Without an installation: the folder of the client is on the path. */
async function python(args: readonly string[], environment: Record<string, string>) {
  // -B: no compiled files beside the sources.
  const { stdout } = await run(PYTHON, ['-B', '-W', 'error', ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PYTHONPATH: join(ROOT, 'clients', 'python'),
      ...environment,
    },
  });
  return stdout;
}

async function scenario(name: string, given: object): Promise<any> {
  const file = join(__dirname, 'scenarios.py');
  const GIVEN = JSON.stringify({ url: proxy.url, ...given });
  return JSON.parse(await python([file, name], { GIVEN }));
}

const keysSent = () => proxy.seen.map(({ headers }) => headers['idempotency-key']);

test('a seller registers, offers, sells and rotates its key', async () => {
  const { key, model } = await openMarket(exchange, { price: '0.002' });
  const endpoint = await exchange.seller('normal', { models: [model] });
  const given = {
    buyer_key: key,
    seller_key: randomBytes(24).toString('hex'),
    new_key: randomBytes(24).toString('hex'),
    endpoint_url: `${endpoint.url}/north`,
    model,
  };
  expect(await scenario('seller', given)).toEqual({
    offer: '1.25',
    prices: ['0.00125', '0.0015'],
    ticket: '0.00125',
    trades: [[100_000, '0.125']],
    old_key: 'AuthenticationError',
    same: true,
  });
});

test('a buyer reads its orders page by page, and cancels one', async () => {
  const { key } = await exchange.buyer();
  expect(await scenario('buyer', { buyer_key: key, model: newModel() })).toEqual({
    same: true,
    pages: 2,
    cancelled: null,
    status: 'cancelled',
    balance: '10',
  });
});

test('a refusal has a class, a code, a field, a page and the id of the request', async () => {
  const { key, seller, model } = await openMarket(exchange);
  const given = { buyer_key: key, seller_key: seller.apiKey, model };
  const refused = await scenario('refusals', given);
  expect(refused).toMatchObject([
    { class: 'BadRequestError', status: 400, code: 'invalid_price', param: 'price' },
    { class: 'PaymentRequiredError', code: 'insufficient_balance', may_retry: false },
    { class: 'PermissionDeniedError', status: 403, code: 'forbidden' },
    { class: 'NotFoundError', status: 404, code: 'not_found' },
    null,
    { class: 'UnprocessableEntityError', code: 'idempotency_conflict' },
    { class: 'TypeError', message: expect.stringContaining("'0.0006'") },
    { class: 'TokenbookError', message: 'This call needs a buyer_key.' },
  ]);
  for (const { code, documentation_url: page, request_id: id } of refused.slice(0, 4)) {
    expect(page).toMatch(new RegExp(`/docs/errors/${code}$`));
    expect(id).toMatch(/./);
  }
  // One request for each refusal of the exchange, none for the two that come before.
  expect(proxy.seen).toHaveLength(6);
});

describe('a repetition', () => {
  test('after a lost answer has the same key: bought and charged once', async () => {
    const { key, model } = await openMarket(exchange, { capacity: 5_000_000 });
    proxy.next('loseAnswer', 'loseAnswer');
    const [ticket, account] = await scenario('ticket', { buyer_key: key, model });
    expect(ticket.returned.remaining_tokens).toBe(1_000_000);
    expect(account.returned).toMatchObject({ balance: '9', reserved: '0' });
    expect(new Set(keysSent().slice(0, 3)).size).toBe(1);
    expect(keysSent()).toHaveLength(4);
  });

  test('has an end', async () => {
    const { key, model } = await openMarket(exchange);
    proxy.next('loseAnswer', 'loseAnswer');
    const given = { buyer_key: key, model, max_retries: 1 };
    const [refused] = await scenario('ticket', given);
    expect(refused.class).toBe('ApiConnectionError');
    expect(proxy.seen).toHaveLength(3);
  });

  test('is not made where a second request would be a second record; null is a value of a change', async () => {
    const { key } = await exchange.buyer();
    const given = { buyer_key: key, endpoint_url: 'http://127.0.0.1:9009/hook' };
    proxy.next('loseAnswer');
    expect(await scenario('webhook', given)).toEqual(['ApiConnectionError', 1]);
    expect(await scenario('webhook', given)).toEqual([['order.filled'], null]);
  });

  test('of a cancellation whose answer was lost is done', async () => {
    const { key } = await exchange.buyer();
    const placed = await exchange.send('POST', '/market/v1/contracts', {
      headers: { authorization: `Bearer ${key}` },
      body: { model_id: newModel(), quantity: 1_000, price: '0.001' },
    });
    const given = { buyer_key: key, order_id: placed.body.order_id };
    proxy.next('loseAnswer');
    expect(await scenario('cancel', given)).toEqual({ returned: null });
    expect(await scenario('cancel', given)).toMatchObject({ class: 'NotFoundError' });
  });

  test('waits for as long as it is told, but not for an hour', async () => {
    proxy.next({ status: 429, headers: { 'retry-after': '1' } });
    expect(await scenario('markets', {})).toBeNull();
    const [first, second] = proxy.seen;
    expect(second!.atMs - first!.atMs).toBeGreaterThanOrEqual(990);
    proxy.next({ status: 429, headers: { 'retry-after': '3600' } });
    expect(await scenario('markets', {})).toMatchObject({
      class: 'RateLimitError',
      code: 'http_429',
      retry_after: 3_600,
    });
    proxy.next({ status: 503, headers: { 'x-should-retry': 'false' } });
    expect((await scenario('markets', {})).class).toBe('InternalServerError');
    proxy.next({ status: 302, headers: { location: `${exchange.url()}/market/v1/markets` } });
    expect(await scenario('markets', {})).toMatchObject({ code: 'http_302' });
    expect(proxy.seen).toHaveLength(1);
  });

  test('after a time limit, and after an answer that is not one of the exchange', async () => {
    const page = { status: 200, body: '<h1>Sign in</h1>' };
    proxy.next(page, page);
    expect((await scenario('markets', {})).class).toBe('ApiConnectionError');
    expect(proxy.seen).toHaveLength(2);
    proxy.next('silence', 'silence');
    expect((await scenario('markets', { timeout: 0.3 })).class).toBe('ApiTimeoutError');
    expect(proxy.seen).toHaveLength(2);
  });
});

test('a webhook is verified, and what was changed on its way is refused', async () => {
  const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'webhook.test',
    timestamp: '',
    data: { a: 'ü' },
  });
  const headers = webhookHeaders('evt_1', body, [other, secret], Date.now());
  const late = webhookHeaders('evt_1', body, [secret], Date.now() - 301_000);
  const requests = [
    { body, headers, secret },
    { body: body.replace('ü', 'u'), headers, secret },
    { body, headers, secret: newWebhookSecret() },
    { body, headers: late, secret },
    { body, headers: {}, secret },
  ];
  const [verified, ...refused] = await scenario('verify', { requests });
  expect(verified.returned).toEqual(JSON.parse(body));
  expect(refused.map((one: any) => one.class)).toEqual(Array(4).fill('WebhookSignatureError'));
});

test("the guide's program", async () => {
  const { key, model } = await openMarket(exchange);
  const guide = readFileSync(join(ROOT, 'docs', 'guides', 'clients.md'), 'utf8');
  const [, program = ''] = /```python\n(.*?)```/s.exec(guide) ?? [];
  const environment = { TOKENBOOK_URL: exchange.url(), TOKENBOOK_KEY: key, MODEL: model };
  expect(await python(['-c', program], environment)).toMatch(GUIDE_OUTPUT);
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
