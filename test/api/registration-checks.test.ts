/** Checks of endpoints before their registration: each host is asked so often, and no more. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import Redis from 'ioredis';
import { QUESTIONS } from '../../domain/endpoint-check/checks';
import { HostBudget } from '../../fairness/host-budget';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';

let exchange: Exchange;
let redis: Redis;
let seller: Seller;
let another: Seller;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  redis = new Redis(exchange.settings.redisUrl);
  [seller, another] = await Promise.all([startSeller(), startSeller()]);
});
afterAll(async () => {
  redis.disconnect();
  await Promise.all([seller.close(), another.close()]);
  await exchange.stop();
});

const check = (endpointUrl: string) =>
  exchange.send('POST', '/seller/v1/register/check', {
    body: { endpoint_url: endpointUrl, model: `model-${randomBytes(4).toString('hex')}` },
  });

test('an endpoint whose host was asked too often is not asked again', async () => {
  const { PROBES_PER_HOST } = exchange.settings;
  const budget = new HostBudget(redis, PROBES_PER_HOST, 'registration-checks');
  // What is left is enough for one check.
  expect(await budget.take(seller.url, PROBES_PER_HOST - QUESTIONS)).toBe(true);
  expect((await check(seller.url)).status).toBe(200);
  const asked = seller.probes.length;
  expect(asked).toBeGreaterThan(0);
  expect(await check(seller.url)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '60' },
    body: { code: 'rate_limited' },
  });
  expect(seller.probes).toHaveLength(asked);
});

test('a host that was asked too often keeps no other one from being checked', async () => {
  const { PROBES_PER_HOST } = exchange.settings;
  const budget = new HostBudget(redis, PROBES_PER_HOST, 'registration-checks');
  await budget.take(seller.url, PROBES_PER_HOST);
  expect((await check(seller.url)).status).toBe(429);
  const answer = await check(another.url);
  expect(answer).toMatchObject({ status: 200, body: { endpoint_url: another.url } });
  expect(another.probes.length).toBeGreaterThan(0);
});

test('what is no address of an endpoint is told as a check that failed', async () => {
  const { status, body } = await check('ftp://127.0.0.1/v1');
  expect([status, body.passed]).toEqual([200, false]);
  expect(body.checks[0]).toMatchObject({ status: 'fail' });
});

test('one address has two checks at a time, and another one is checked meanwhile', async () => {
  const silent = await startSeller(BEHAVIOURS.silent());
  const fresh = await startSeller();
  const underWay = [check(silent.url), check(silent.url)];
  await until(() => silent.probes.length === 2, { what: 'both questions to arrive' });
  expect(await check(fresh.url)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '5' },
    body: { code: 'rate_limited' },
  });
  const [answer] = await once(
    request(`${exchange.url()}/seller/v1/register/check`, {
      method: 'POST',
      localAddress: '127.0.0.2',
      headers: { 'content-type': 'application/json' },
    }).end(JSON.stringify({ endpoint_url: fresh.url, model: 'a-model' })),
    'response',
  );
  expect(answer.resume().statusCode).toBe(200);
  await silent.close();
  await Promise.all(underWay);
  expect((await check(fresh.url)).status).toBe(200);
  await fresh.close();
});
