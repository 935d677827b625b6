/** What an operator decides takes effect, and what monitoring is told of the parts of a process. */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Registry } from 'prom-client';
import { request } from 'undici';
import { type Readiness, healthRouter, publicReadiness } from '../../api/operator/health';
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

describe('an operator', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    exchange = await Exchange.pooled();
  });
  afterAll(() => exchange.stop());

  test('halts a book, which refuses chats until it is resumed', async () => {
    const { key, model } = await openMarket(exchange);
    const decide = async (body: object) =>
      (await exchange.admin('PATCH', `/books/${encodeURIComponent(model)}`, body)).body;
    expect(await decide({ halted: true, reason: 'a wrong price' })).toMatchObject({
      status: 'halted',
      reason: 'a wrong price',
      model_id: model,
    });
    expect(await exchange.chat(key, { model })).toMatchObject({
      status: 503,
      body: { code: 'market_halted' },
    });
    expect(await decide({ halted: false })).toMatchObject({ status: 'open', reason: null });
    expect(await exchange.chat(key, { model })).toMatchObject({ status: 200 });
  });

  test('finds the orders of an account that are older than some seconds', async () => {
    const { key, model } = await openMarket(exchange);
    const answer = await exchange.chat(key, { model });
    const answeredMs = Date.now();
    const { accountId } = (await exchange.records.orders.findOne({ modelId: model }))!;
    const found = async (seconds: number) => {
      const query = `account_id=${accountId}&older_than=${seconds}`;
      return (await exchange.admin('GET', `/orders?${query}`)).body.orders.length;
    };
    expect(answer.status).toBe(200);
    await until(() => Date.now() > answeredMs + 1_000, { what: 'the order to be a second old' });
    expect([await found(1), await found(60)]).toEqual([1, 0]);
  });

  test('is told of a pause of the judging that has ended as one of the past', async () => {
    const startedAt = new Date(Date.now() - 120_000);
    const endsAt = new Date(Date.now() - 60_000);
    const _id = String(startedAt.getTime());
    const pause = { _id, startedAt, endsAt, failing: 3, asked: 4, sellerIds: [] };
    await exchange.records.judgingPauses.insertOne(pause as never);
    const { body } = await exchange.admin('GET', '/judging');
    expect(body.pauses).toContainEqual(
      expect.objectContaining({ ends_at: endsAt.toISOString(), failing_sellers: 3 }),
    );
    expect(body.pause?.ends_at).not.toBe(endsAt.toISOString());
    await exchange.records.judgingPauses.deleteOne({ _id });
  });
});

describe('monitoring', () => {
  let server: Server;
  let readiness: Readiness;
  beforeAll(async () => {
    const app = express();
    const current = () => Promise.resolve(readiness);
    app.use('/health', healthRouter(current, new Registry()));
    app.get('/readyz', publicReadiness(current));
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function get(path: string) {
    const { port } = server.address() as AddressInfo;
    const answer = await request(`http://127.0.0.1:${port}${path}`);
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  test('sees which part fails, and balancers only that one does', async () => {
    readiness = {
      ready: false,
      checks: { redis: 'no memory is left', mongodb: 'ok' },
      warnings: ['x is paused'],
    };
    const { text: metrics } = await get('/health/metrics');
    expect(metrics).toContain('tokenbook_ready{part="redis"} 0');
    expect(metrics).toContain('tokenbook_ready{part="mongodb"} 1');
    const told = await get('/health/readyz');
    expect([told.status, JSON.parse(told.text)]).toEqual([
      503,
      { status: 'not ready', checks: readiness.checks, warnings: readiness.warnings },
    ]);
    expect(await get('/readyz')).toEqual({ status: 503, text: '{"status":"not ready"}' });
  });

  test('sees that all parts are ready', async () => {
    readiness = { ready: true, checks: { redis: 'ok' }, warnings: [] };
    expect((await get('/health/readyz')).status).toBe(200);
    expect((await get('/health/metrics')).text).toContain('tokenbook_ready{part="redis"} 1');
    expect((await get('/health/livez')).status).toBe(200);
  });
});
