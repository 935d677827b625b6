/** In which order a request is checked (ACCESS-1), and that a view is sent once while it stays the same. */
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { taggedText } from '../../api/middleware/cacheable';
import { Exchange, type TestSeller } from '../support/exchange';

const exchange = Exchange.pooledForFile();
let seller: TestSeller;
beforeAll(async () => {
  seller = await exchange.seller();
});

/** A report whose body cannot be read. */
async function report(key: string) {
  const answer = await request(`${exchange.url()}/seller/v1/capacity`, {
    method: 'POST',
    headers: { 'x-seller-api-key': key, 'content-type': 'application/json' },
    body: '{',
  });
  await answer.body.dump();
  return answer.statusCode;
}

test('the credential comes before the body, and the quota too', async () => {
  expect(await report('no-key')).toBe(401);
  const quotas = { capacity: { limit: 1, window_seconds: 60 } };
  await exchange.admin('PATCH', `/sellers/${seller.sellerId}`, { quotas });
  expect(await report(seller.apiKey)).toBe(400);
  expect(await report(seller.apiKey)).toBe(429);
});

test('a tag is that of what is shown, whenever it is shown', () => {
  const tagAt = (timestamp: number, price: number) =>
    taggedText({ price, timestamp }, 'timestamp').tag;
  expect(tagAt(2, 7)).toBe(tagAt(1, 7));
  expect(tagAt(1, 8)).not.toBe(tagAt(1, 7));
  expect(taggedText({ price: 7, timestamp: 1 }, 'timestamp').text).toContain('"timestamp":1');
  expect(taggedText({ price: 7, timestamp: 2 }).tag).not.toBe(
    taggedText({ price: 7, timestamp: 1 }).tag,
  );
});

test('the depth of a book has the same tag until it changes, whatever the time', async () => {
  const model = `tagged-${randomUUID()}`;
  const by = await exchange.seller('normal', { models: [model] });
  await exchange.ask(by, { price: '0.001', model });
  const depth = (tag?: string) =>
    exchange.send('GET', `/market/v1/orderbook?model_id=${model}`, {
      headers: tag === undefined ? {} : { 'if-none-match': tag },
    });
  const first = await depth();
  expect(first.status).toBe(200);
  const tag = String(first.headers['etag']);
  expect((await depth(tag)).status).toBe(304);
  await exchange.ask(by, { price: '0.002', model });
  const changed = await depth(tag);
  expect([changed.status, changed.headers['etag'] === tag]).toEqual([200, false]);
});
