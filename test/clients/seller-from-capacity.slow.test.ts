/** The seller that offers what it can serve: what is on the book while slots fill, free up and end. */
import { randomBytes } from 'node:crypto';
import { freePort } from '../../setup/servers/ports';
import { contentOf, newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { type Running, startExample } from './run-example';

let exchange: Exchange;
const started: Running[] = [];
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await exchange.stop();
});

interface Shop {
  readonly seller: Running;
  readonly model: string;
  readonly apiKey: string;
  readonly sellerId: string;
}

const PRICE = '1';

async function openShop(settings: Record<string, string>): Promise<Shop> {
  const model = newModel();
  const apiKey = randomBytes(24).toString('hex');
  const seller = startExample([process.execPath, 'seller/from-capacity.mjs'], {
    TOKENBOOK_URL: exchange.url(),
    SELLER_API_KEY: apiKey,
    MODEL: model,
    SELLER_PORT: String(await freePort()),
    PRICE,
    ...settings,
  });
  started.push(seller);
  await seller.says(/^offers /);
  const profile = await exchange.send('GET', '/seller/v1/profile', {
    headers: { 'x-seller-api-key': apiKey },
  });
  return { seller, model, apiKey, sellerId: profile.body.seller_id };
}

async function offersOf({ apiKey }: Shop): Promise<any[]> {
  const headers = { 'x-seller-api-key': apiKey };
  return (await exchange.send('GET', '/seller/v1/offers', { headers })).body.offers;
}

async function decisionsOf({ sellerId }: Shop) {
  return (await exchange.records.decisionLogs.findOne({ _id: sellerId }))?.decisions ?? [];
}

async function capacityOf({ sellerId, model }: Shop): Promise<[number, number]> {
  const report = await exchange.records.capacityReports.findOne({ _id: `${sellerId}|${model}` });
  return [Number(report?.availableTokens), Number(report?.queuedTokens)];
}

test('offers shrink with the slots, are withdrawn while all are busy, and come back', async () => {
  // Two slots of 10 tokens a second for 60 seconds.
  const shop = await openShop({ SLOTS: '2', TOKENS_PER_SECOND: '10', OFFER_SECONDS: '60' });
  const { model, seller } = shop;
  const whole = await offersOf(shop);
  expect(whole).toMatchObject([{ remaining_tokens: 1_200, price_per_million_tokens: PRICE }]);
  await until(async () => (await capacityOf(shop))[0] === 1_200, { what: 'the capacity report' });

  const { key } = await exchange.buyer('10');
  // As many tokens as take seconds to say, in both slots.
  const long = { model, messages: [{ role: 'user', content: 'word '.repeat(30) }] };
  const first = exchange.chat(key, long);
  await seller.says(/^offers 600 tokens: Only 1 of 2 slots are free/);
  expect(await capacityOf(shop)).toEqual([600, 64]);
  const second = exchange.stream(key, long);
  await seller.says(/^offers no tokens: All 2 slots are busy/);
  expect(await offersOf(shop)).toEqual([]);
  const [answer, streamed] = await Promise.all([first, second]);
  expect(answer.status).toBe(200);
  expect(answer.body.choices[0].message.content).toMatch(/^You said: word word/);
  expect(contentOf(streamed.chunks)).toMatch(/^You said: word word/);
  expect(streamed.chunks.at(-1).fill).toMatchObject({ region: 'us-east', fill_price: PRICE });

  await until(async () => (await offersOf(shop))[0]?.remaining_tokens === 1_200, {
    what: 'the whole capacity to be on offer again',
  });
  const decisions = await decisionsOf(shop);
  expect(decisions[0]).toMatchObject({ modelId: model, sold: true, quantityTokens: 1_200 });
  expect(decisions.map(({ reason, sold }) => [reason, sold])).toEqual(
    expect.arrayContaining([
      ['2 of 2 slots are free.', true],
      ['Only 1 of 2 slots are free.', true],
      ['All 2 slots are busy.', false],
    ]),
  );
  const { fills } = exchange.records;
  expect(await fills.countDocuments({ sellerId: shop.sellerId, status: 'settled' })).toBe(2);
});

test('an offer is renewed before it expires, and withdrawn at the end', async () => {
  const shop = await openShop({ SLOTS: '1', TOKENS_PER_SECOND: '100', OFFER_SECONDS: '5' });
  const [first] = await offersOf(shop);
  await shop.seller.says(/about to expire/);
  const [second, ...others] = await offersOf(shop);
  expect(others).toEqual([]);
  expect(second.offer_id).not.toBe(first.offer_id);
  expect(Date.parse(second.created_at)).toBeLessThan(Date.parse(first.expires_at));
  expect(await shop.seller.end()).toBe(0);
  expect(await offersOf(shop)).toEqual([]);
  expect((await decisionsOf(shop)).at(-1)).toMatchObject({
    sold: false,
    reason: 'The seller is shutting down.',
  });
});

test('what a crash left on the book is taken back at the next start', async () => {
  const shop = await openShop({ SLOTS: '4', TOKENS_PER_SECOND: '100', OFFER_SECONDS: '60' });
  const port = new URL(shop.seller.lines.join(' ').match(/http:\S+/)![0]).port;
  await shop.seller.end('SIGKILL');
  const again = startExample([process.execPath, 'seller/from-capacity.mjs'], {
    TOKENBOOK_URL: exchange.url(),
    SELLER_API_KEY: shop.apiKey,
    MODEL: shop.model,
    SELLER_PORT: port,
    PRICE,
    SLOTS: '1',
    TOKENS_PER_SECOND: '100',
    OFFER_SECONDS: '60',
  });
  started.push(again);
  await again.says(/Only 1 of 1 slots are free/);
  expect(await offersOf(shop)).toMatchObject([{ remaining_tokens: 6_000 }]);
  expect(await again.end('SIGINT')).toBe(0);
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
