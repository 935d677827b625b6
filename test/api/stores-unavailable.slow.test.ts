/** A store that is unavailable is a clear and quick 503, never a hang, and nothing half-done stays. */
import Redis from 'ioredis';
import { KEY_PREFIXES, issueKey } from '../../domain/key-hash';
import { Exchange, MODEL, type TestSeller } from '../support/exchange';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

let servers: TestServers;
let exchange: Exchange;
let seller: TestSeller;
let key: string;
beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries);
  exchange = await Exchange.start({ addresses: servers.addresses });
  seller = await exchange.seller();
  ({ key } = await exchange.buyer());
});
afterAll(async () => {
  await exchange.stop();
  await servers.stop();
});

const ask = () =>
  exchange.send('POST', `/market/v1/sellers/${seller.sellerId}/asks`, {
    headers: { 'x-seller-api-key': seller.apiKey },
    body: { model_id: MODEL, price: '0.001', capacity: 1_000_000 },
  });
const list = async () =>
  exchange.send('GET', `/market/v1/sellers/${seller.sellerId}/asks`, {
    headers: { 'x-seller-api-key': seller.apiKey },
  });
const book = () => exchange.send('GET', `/market/v1/orderbook?model_id=${MODEL}`);

test('Redis unavailable: credentials are still told apart, the rest is 503, and it ends by itself', async () => {
  expect((await ask()).status).toBe(200);
  await servers.kill('redis');
  const startedMs = performance.now();
  const answers = await Promise.all([ask(), exchange.chat(key), book()]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    answers.map(() => [503, 'service_unavailable']),
  );
  for (const { headers } of answers) expect(headers['retry-after']).toBe('1');
  expect((await exchange.chat(issueKey(KEY_PREFIXES.live.buyer))).status).toBe(401);
  expect((await list()).body.asks).toHaveLength(1);
  expect(performance.now() - startedMs).toBeLessThan(15_000);

  await servers.restart('redis');
  await until(async () => (await ask()).status === 200, { what: 'the next ask' });
  expect((await list()).body.asks).toHaveLength(2);
  await exchange.expectBookAgrees();
});

test('an emptied book is rebuilt by whoever needs it', async () => {
  const before = (await book()).body.asks;
  expect(before).not.toEqual([]);
  const epochOf = async () => (await exchange.records.epochOf({ modelId: MODEL, tenor: 'spot' }))!;
  const epoch = await epochOf();
  const gateway = exchange.gateways[0]!;
  const redis = new Redis(servers.addresses.redisUrl);
  await redis.flushall();
  await redis.call('FUNCTION', 'FLUSH');
  redis.disconnect();
  await until(async () => (await book()).status === 200, { what: 'the book' });
  expect(await epochOf()).toBeGreaterThan(epoch);
  expect((await book()).body.asks).toEqual(before);
  expect((await ask()).status).toBe(200);
  await exchange.expectBookAgrees();
  expect(gateway.output()).not.toContain(seller.apiKey);
});
