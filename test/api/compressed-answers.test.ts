/** Long answers are compressed for those who accept it, and are the same text. */
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { joinMarket, newModel } from '../e2e/market';
import { Exchange, type TestSeller } from '../support/exchange';

const exchange = Exchange.pooledForFile();
const model = newModel();
const LEVELS = 60;
let seller: TestSeller;
beforeAll(async () => {
  ({ seller } = await joinMarket(exchange, model, { price: '0.001' }));
  for (let level = 1; level < LEVELS; level += 1) {
    await exchange.ask(seller, { model, price: `0.00${100 + level}`, capacity: 1_000 });
  }
});

async function read(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const sent = request(`${exchange.url()}${path}`, { headers }, (res) => {
        const { statusCode: status = 0, headers: received } = res;
        buffer(res).then((body) => resolve({ status, headers: received, body }), reject);
      });
      sent.on('error', reject).end();
    },
  );
}

test('a book is sent compressed, once its reader accepts that, and has the same tag', async () => {
  const path = `/market/v1/orderbook?model_id=${model}`;
  const plain = await read(path, {});
  expect(plain.headers['content-encoding']).toBeUndefined();
  const small = await read(path, { 'accept-encoding': 'br;q=1, gzip;q=0.8' });
  expect(small.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    etag: plain.headers['etag'],
    vary: expect.stringContaining('Accept-Encoding'),
  });
  const book = JSON.parse(gunzipSync(small.body).toString());
  expect(book.asks).toEqual(JSON.parse(plain.body.toString()).asks);
  expect(book.asks).toHaveLength(LEVELS);
  expect(small.body.length * 3).toBeLessThan(plain.body.length);
  const refused = await read(path, { 'accept-encoding': 'gzip;q=0' });
  expect(refused.headers['content-encoding']).toBeUndefined();
  const tag = String(plain.headers['etag']);
  const known = await read(path, { 'accept-encoding': 'gzip', 'if-none-match': tag });
  expect([known.status, known.body.length]).toEqual([304, 0]);
});

test('a long list behind a key is sent compressed, and a short answer or refusal as it is', async () => {
  const own = { 'x-seller-api-key': seller.apiKey };
  const small = { ...own, 'accept-encoding': 'gzip' };
  const path = `/market/v1/sellers/${seller.sellerId}/asks`;
  const plain = await read(path, own);
  const listed = await read(path, small);
  expect(listed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': plain.headers['content-type'],
    vary: expect.stringContaining('Accept-Encoding'),
  });
  expect(gunzipSync(listed.body).toString()).toBe(plain.body.toString());
  expect(listed.body.length * 3).toBeLessThan(plain.body.length);
  const short = await read('/seller/v1/profile', small);
  expect(short.headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(short.body.toString())).toMatchObject({ seller_id: seller.sellerId });
  expect((await read(path, { 'accept-encoding': 'gzip' })).status).toBe(401);
});
