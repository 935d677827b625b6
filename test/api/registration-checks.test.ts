/** Checks of endpoints before their registration: each host is asked so often, and no more. */
import { randomBytes } from 'node:crypto';
import Redis from 'ioredis';
import { QUESTIONS } from '../../domain/endpoint-check/checks';
import { HostBudget } from '../../exchange/host-budget';
import { Exchange } from '../support/exchange';
import { type Seller, startSeller } from '../support/sellers/seller';

let exchange: Exchange;
let redis: Redis;
let seller: Seller;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  redis = new Redis(exchange.settings.redisUrl);
  seller = await startSeller();
});
afterAll(async () => {
  redis.disconnect();
  await seller.close();
  await exchange.stop();
});

const check = () =>
  exchange.send('POST', '/seller/v1/register/check', {
    body: { endpoint_url: seller.url, model: `model-${randomBytes(4).toString('hex')}` },
  });

test('an endpoint whose host was asked too often is not asked again', async () => {
  const { PROBES_PER_HOST } = exchange.settings;
  const budget = new HostBudget(redis, PROBES_PER_HOST, 'registration-checks');
  // What is left is enough for one check.
  expect(await budget.take(seller.url, PROBES_PER_HOST - QUESTIONS)).toBe(true);
  expect((await check()).status).toBe(200);
  const asked = seller.probes.length;
  expect(asked).toBeGreaterThan(0);
  expect(await check()).toMatchObject({
    status: 429,
    headers: { 'retry-after': '60' },
    body: { code: 'rate_limited' },
  });
  expect(seller.probes).toHaveLength(asked);
});
