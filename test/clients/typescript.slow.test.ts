/** The client for TypeScript at a real exchange, on a network that loses answers. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import OpenAI from 'openai';
import {
  ApiConnectionError,
  type ApiError,
  ApiTimeoutError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  PaymentRequiredError,
  PermissionDeniedError,
  RateLimitError,
  Tokenbook,
  TokenbookError,
  type TokenbookOptions,
  UnprocessableEntityError,
  WebhookSignatureError,
  verifyWebhook,
} from '../../clients/typescript/src';
import { newModel, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { startReceiver } from '../webhooks/receiver';
import { until } from '../support/wait';
import { FaultyProxy } from './faulty-proxy';
import { GUIDE_OUTPUT } from './guide-output';

const run = promisify(execFile);
const ROOT = join(__dirname, '..', '..');
const PACKAGE = join(ROOT, 'clients', 'typescript');
const GUIDE = join(ROOT, 'docs', 'guides', 'clients.md');

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

function clientOf(options: Partial<TokenbookOptions> = {}): Tokenbook {
  return new Tokenbook({ baseUrl: proxy.url, ...options });
}

async function thrownBy(call: Promise<unknown>): Promise<any> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const keysSent = () => proxy.seen.map(({ headers }) => headers['idempotency-key']);
const order = (model: string) => ({ model_id: model, quantity: 100_000, price: '0.0005' });

describe('a seller', () => {
  test('registers, offers, reports, and reads what it has sold', async () => {
    const { key, model } = await openMarket(exchange, { price: '0.002' });
    const endpoint = await exchange.seller('normal', { models: [model] });
    // As the owner of an endpoint that is not registered yet would.
    const sellerKey = randomBytes(24).toString('hex');
    const seller = clientOf({ sellerKey });
    const registration = {
      name: 'North',
      endpoint_url: `${endpoint.url}/north`,
      supported_models: [model],
      api_key: sellerKey,
    };
    const { seller_id: id } = await seller.seller.register(registration);
    expect((await seller.seller.getProfile()).seller_id).toBe(id);
    const offer = await seller.seller.createOffer({
      model,
      price_per_million_tokens: '1.25',
      region: 'global',
      quantity_tokens: 1_000_000,
      valid_for_seconds: 600,
    });
    expect(offer).toMatchObject({ price_per_million_tokens: '1.25' });
    const ask = await seller.market.createAsk(id, {
      model_id: model,
      price: '0.0015',
      capacity: 500_000,
      ttl_seconds: 600,
    });
    const listed = (await seller.market.listAsks(id)).asks.map(({ price }) => price);
    expect(listed.sort()).toEqual(['0.00125', '0.0015']);
    const levels = async () => (await clientOf().market.getOrderBook({ model_id: model })).asks;
    await until(async () => (await levels()).length === 3, { what: 'the book to show all asks' });
    await seller.market.cancelAsk(id, ask.ask_id);

    const tickets = clientOf({ buyerKey: key });
    const bought = await tickets.buyer.createTicket({ model, quantity_tokens: 100_000 });
    expect(bought.price).toBe('0.00125');
    const trades = [];
    for await (const trade of seller.seller.iterateTrades()) trades.push(trade);
    expect(trades).toEqual([expect.objectContaining({ quantity: 100_000, gross: '0.125' })]);

    const newKey = randomBytes(24).toString('hex');
    await seller.seller.register({ ...registration, api_key: newKey }, { currentKey: sellerKey });
    expect(await thrownBy(seller.seller.getProfile())).toBeInstanceOf(AuthenticationError);
    const { seller_id: kept } = await clientOf({ sellerKey: newKey }).seller.getProfile();
    expect(kept).toBe(id);
  });
});

describe('a buyer', () => {
  test('sees its account, orders page by page, and what it has cancelled', async () => {
    const { key, accountId } = await exchange.buyer();
    const model = newModel();
    const { market } = clientOf({ buyerKey: key });
    expect(await market.getAccount()).toMatchObject({ account_id: accountId, available: '10' });
    const placed = [];
    for (let count = 0; count < 5; count += 1)
      placed.push(await market.createContract(order(model)));
    const seen: string[] = [];
    proxy.next();
    for await (const one of market.iterateOrders({ limit: 2, model_id: model })) {
      seen.push(one.order_id);
    }
    expect(proxy.seen).toHaveLength(3);
    expect([...seen].sort()).toEqual(placed.map(({ order_id }) => order_id).sort());
    const second = await market.listOrders({ limit: 2, model_id: model });
    const rest = [];
    for await (const one of market.iterateOrders({
      cursor: second.next_cursor!,
      model_id: model,
    })) {
      rest.push(one.order_id);
    }
    expect(rest).toEqual(seen.slice(2));
    expect(await market.cancelOrder(seen[0]!)).toBeUndefined();
    expect(await market.getOrder(seen[0]!)).toMatchObject({ status: 'cancelled', price: '0.0005' });
  });

  test('pays with a ticket at the OpenAI client', async () => {
    const { key, model } = await openMarket(exchange);
    const tokenbook = clientOf({ buyerKey: key });
    const ticket = await tokenbook.buyer.createTicket({ model, quantity_tokens: 10_000 });
    const openai = new OpenAI({ baseURL: tokenbook.openaiUrl, apiKey: ticket.credential });
    await openai.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'Say hello.' }],
      max_tokens: 64,
    });
    const { remaining_tokens: left } = await tokenbook.buyer.getTicket(ticket.ticket_id);
    expect(left).toBe(10_000 - 24);
  });
});

describe('a refusal', () => {
  test('has a class, a code, a field, a page and the id of the request', async () => {
    const { key, model, seller } = await openMarket(exchange);
    const { market, buyer } = clientOf({ buyerKey: key, sellerKey: seller.apiKey });
    const refused: [Promise<unknown>, new (...args: never[]) => ApiError, object][] = [
      [
        market.createContract({ ...order(model), price: '0' }),
        BadRequestError,
        { status: 400, code: 'invalid_price', param: 'price' },
      ],
      [
        market.createContract({ ...order(model), quantity: 10 ** 12 }),
        PaymentRequiredError,
        { status: 402, code: 'insufficient_balance', mayRetry: false },
      ],
      [market.listAsks(randomUUID()), PermissionDeniedError, { status: 403, code: 'forbidden' }],
      [market.getOrder(randomUUID()), NotFoundError, { status: 404, code: 'not_found' }],
      [
        buyer.createTicket({ model: newModel(), quantity_tokens: 1_000 }),
        NotFoundError,
        { code: 'no_match', mayRetry: false },
      ],
    ];
    for (const [call, type, fields] of refused) {
      const error = await thrownBy(call);
      expect(error).toBeInstanceOf(type);
      expect(error).toMatchObject(fields);
      expect(error.message).toMatch(/.{10}/);
      expect(error.documentationUrl).toMatch(new RegExp(`/docs/errors/${error.code}$`));
      expect(error.requestId).toMatch(/./);
    }
    expect(proxy.seen).toHaveLength(refused.length);
  });

  test('of a key that was used for another order is not repeated', async () => {
    const { key } = await exchange.buyer();
    const { market } = clientOf({ buyerKey: key });
    const model = newModel();
    await market.createContract(order(model), { idempotencyKey: 'used' });
    const other = { ...order(model), price: '0.0004' };
    const error = await thrownBy(market.createContract(other, { idempotencyKey: 'used' }));
    expect(error).toBeInstanceOf(UnprocessableEntityError);
    expect(keysSent()).toEqual(['used', 'used']);
  });

  test('of what no exchange would accept comes before anything is sent', async () => {
    const { market } = clientOf({ buyerKey: 'sk-tb_any' });
    const price = 0.0005 as unknown as string;
    expect(await thrownBy(market.createContract({ ...order('any'), price }))).toBeInstanceOf(
      TypeError,
    );
    const error = await thrownBy(clientOf().market.getAccount());
    expect(error).toBeInstanceOf(TokenbookError);
    expect(error.message).toBe('This call needs a buyerKey.');
    expect(proxy.seen).toEqual([]);
  });
});

describe('a repetition', () => {
  test('after a lost answer has the same key: bought and charged once', async () => {
    const { key, model } = await openMarket(exchange, { capacity: 5_000_000 });
    const { buyer, market } = clientOf({ buyerKey: key });
    proxy.next('loseAnswer', 'loseAnswer');
    const ticket = await buyer.createTicket({ model, quantity_tokens: 1_000_000 });
    expect(ticket.remaining_tokens).toBe(1_000_000);
    expect(proxy.seen).toHaveLength(3);
    expect(new Set(keysSent()).size).toBe(1);
    expect(await market.getAccount()).toMatchObject({ balance: '9', reserved: '0' });
    await buyer.createTicket({ model, quantity_tokens: 1_000_000 });
    expect(new Set(keysSent().slice(-1)).has(keysSent()[0])).toBe(false);
    expect((await market.getAccount()).balance).toBe('8');
  });

  test('has an end', async () => {
    const { key, model } = await openMarket(exchange);
    proxy.next('loseAnswer', 'loseAnswer', 'loseAnswer');
    const { buyer } = clientOf({ buyerKey: key, maxRetries: 1 });
    const error = await thrownBy(buyer.createTicket({ model, quantity_tokens: 1_000 }));
    expect(error).toBeInstanceOf(ApiConnectionError);
    expect(error.name).toBe('ApiConnectionError');
    expect(proxy.seen).toHaveLength(2);
  });

  test('is not made where a second request would be a second record', async () => {
    const { key } = await exchange.buyer();
    const { market } = clientOf({ buyerKey: key });
    proxy.next('loseAnswer');
    const url = 'http://127.0.0.1:9009/hook';
    expect(await thrownBy(market.createWebhook({ url }))).toBeInstanceOf(ApiConnectionError);
    expect(proxy.seen).toHaveLength(1);
    expect((await market.listWebhooks()).webhooks).toHaveLength(1);
  });

  test('of a cancellation whose answer was lost is done', async () => {
    const { key } = await exchange.buyer();
    const { market } = clientOf({ buyerKey: key });
    const { order_id: id } = await market.createContract(order(newModel()));
    proxy.next('loseAnswer');
    await market.cancelOrder(id);
    expect(proxy.seen).toHaveLength(2);
    expect(await thrownBy(market.cancelOrder(id))).toBeInstanceOf(NotFoundError);
  });

  test('waits for as long as it is told', async () => {
    proxy.next({ status: 429, headers: { 'retry-after': '1' }, body: '{"code":"rate_limited"}' });
    await clientOf().market.listMarkets();
    const [first, second] = proxy.seen;
    expect(second!.atMs - first!.atMs).toBeGreaterThanOrEqual(990);
  });

  test.each([
    ['too long a wait', { 'retry-after': '3600' }, RateLimitError, { retryAfterMs: 3_600_000 }],
    ['x-should-retry: false', { 'x-should-retry': 'false' }, RateLimitError, { mayRetry: false }],
  ])('is not made after %s', async (_what, headers, type, fields) => {
    proxy.next({ status: 429, headers: headers as never });
    const error = await thrownBy(clientOf().market.listMarkets());
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ code: 'http_429', ...fields });
    expect(proxy.seen).toHaveLength(1);
  });

  test('after a time limit; a caller that gives up is not served', async () => {
    proxy.next('silence', 'silence');
    const { market } = clientOf({ timeoutMs: 1_000, maxRetries: 1 });
    expect(await thrownBy(market.listMarkets())).toBeInstanceOf(ApiTimeoutError);
    expect(proxy.seen).toHaveLength(2);
    proxy.next('silence');
    const patient = clientOf({ maxRetries: 1 });
    const caller = new AbortController();
    const ended = thrownBy(patient.market.listMarkets({ signal: caller.signal }));
    await until(() => proxy.seen.length === 1, { what: 'the request' });
    caller.abort(new DOMException('the caller waits no longer', 'TimeoutError'));
    expect((await ended).name).toBe('TimeoutError');
    expect(proxy.seen).toHaveLength(1);
  });

  test('after an answer that is not one of the exchange', async () => {
    const page = { status: 200, body: '<h1>Sign in</h1>' };
    proxy.next(page, page);
    const { market } = clientOf({ maxRetries: 1 });
    expect(await thrownBy(market.listMarkets())).toBeInstanceOf(ApiConnectionError);
    expect(proxy.seen).toHaveLength(2);
  });
});

test('a webhook is verified, and what was changed on its way is refused', async () => {
  const { key } = await exchange.buyer();
  const { market } = clientOf({ buyerKey: key });
  const receiver = await startReceiver();
  try {
    const { webhook_id: id, secret } = await market.createWebhook({ url: receiver.url });
    await market.testWebhook(id);
    await until(() => receiver.received.length > 0, { what: 'the event' });
    const { text, headers, body } = receiver.received[0]!;
    expect(await verifyWebhook(text, headers, secret)).toEqual(body);
    expect(await verifyWebhook(Buffer.from(text), new Headers(headers as never), secret)).toEqual(
      body,
    );
    const rotated = (await market.rotateWebhookSecret(id)).secret;
    const both = `${headers['webhook-signature'] as string} v1,AAAA`;
    expect(await verifyWebhook(text, { ...headers, 'webhook-signature': both }, secret)).toEqual(
      body,
    );
    const late = String(Number(headers['webhook-timestamp']) - 301);
    const refused = [
      verifyWebhook(`${text} `, headers, secret),
      verifyWebhook(text, headers, rotated),
      verifyWebhook(text, { ...headers, 'webhook-timestamp': late }, secret),
      verifyWebhook(text, { ...headers, 'webhook-signature': undefined }, secret),
    ].map(thrownBy);
    for (const one of refused) expect(await one).toBeInstanceOf(WebhookSignatureError);
  } finally {
    await receiver.close();
  }
});

test("the guide's program works with the package that npm packs", async () => {
  const { key, model } = await openMarket(exchange);
  const folder = mkdtempSync(join(tmpdir(), 'tokenbook-client-'));
  try {
    await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE });
    const [archive = ''] = readdirSync(folder);
    const install = ['install', '--silent', '--offline', '--no-audit', `./${archive}`];
    await run('npm', install, { cwd: folder });
    const [, program = ''] = /```js\n(.*?)```/s.exec(readFileSync(GUIDE, 'utf8')) ?? [];
    writeFileSync(join(folder, 'program.mjs'), program);
    const { stdout } = await run(process.execPath, ['program.mjs'], {
      cwd: folder,
      env: { ...process.env, TOKENBOOK_URL: exchange.url(), TOKENBOOK_KEY: key, MODEL: model },
    });
    expect(stdout).toMatch(GUIDE_OUTPUT);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
