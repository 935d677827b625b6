/** What the processes without a public port say of themselves, and what the metrics say of the records. */
import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { joinMarket, openMarket } from '../e2e/market';
import { expressions, namedMetrics } from '../monitoring/files';
import { Exchange } from '../support/exchange';
import type { TestProcess } from '../support/processes';
import { Scrape } from '../support/scrape';
import { until } from '../support/wait';

const exchange = Exchange.forFile({ relay: true, settings: { HEALTH_PORT: 0 } });
beforeAll(async () => {
  await openMarket(exchange);
});

async function read({ healthPort }: TestProcess, path: string, host = 'localhost') {
  const url = `http://127.0.0.1:${healthPort}${path}`;
  const { statusCode, body } = await request(url, { headers: { host } });
  return { status: statusCode, text: await body.text() };
}

test("a worker's metrics are not for a page of another host name, its health is for all", async () => {
  const worker = exchange.workers[0]!;
  const { status, text } = await read(worker, '/metrics', 'evil.example');
  expect([status, JSON.parse(text).code]).toEqual([421, 'misdirected_request']);
  expect((await read(worker, '/livez?at=1', 'balancer.example')).status).toBe(200);
});

test('a worker is ready with its stores and Temporal', async () => {
  const worker = exchange.workers[0]!;
  expect(await read(worker, '/livez')).toEqual({ status: 200, text: '{"status":"ok"}' });
  const { status, text } = await read(worker, '/readyz');
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { status: 'ready', checks: { mongodb: 'ok', redis: 'ok', temporal: 'ok' }, warnings: [] },
  ]);
  expect((await read(worker, '/metrics')).text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect((await read(worker, '/admin/v1/accounts')).status).toBe(404);
});

test('a relay is ready, and says how many books it acts for', async () => {
  const relay = exchange.relay!;
  const { status, text } = await read(relay, '/readyz');
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { status: 'ready', checks: { mongodb: 'ok', redis: 'ok', books: 'ok' }, warnings: [] },
  ]);
  await until(async () => /^tokenbook_relay_books_acting 1$/m.test(await metricsOf(relay)), {
    what: 'the relay to act for the book of the market',
  });
  expect(await metricsOf(relay)).toMatch(/^tokenbook_relay_silence_seconds 0?\.?\d/m);
});

test("a gateway's metrics name what the newest check of the invariants found", async () => {
  const metrics = async () => (await exchange.send('GET', '/metrics', { admin: true })).body;
  expect(await metrics()).not.toContain('tokenbook_invariant_violations{');
  const startedAt = Date.now() / 1_000;
  await exchange.admin('POST', '/reconciliation/runs', {});
  const text: string = await metrics();
  expect(text).toMatch(/^tokenbook_invariant_violations\{invariant="I1",extent="recent"\} 0$/m);
  const stamp = /^tokenbook_invariants_checked_timestamp_seconds\{extent="recent"\} (\S+)$/m;
  const [, checkedAt] = stamp.exec(text) ?? [];
  expect(Number(checkedAt)).toBeGreaterThanOrEqual(startedAt - 1);
});

test('an order that moves from a gateway to a worker is counted once, wherever its steps run', async () => {
  const { key, model } = await openMarket(exchange, { price: '0.001', behaviour: 'notJson' });
  await joinMarket(exchange, model, { price: '0.002' });
  const scrapes = async () => [
    await Scrape.of(exchange),
    Scrape.parse(await metricsOf(exchange.workers[0]!)),
  ];
  const before = await scrapes();
  expect((await exchange.chat(key, { model })).status).toBe(200);
  const after = await scrapes();
  const rise = (name: string, labels = {}) =>
    after.reduce((sum, scrape, at) => sum + scrape.rise(before[at]!, name, labels), 0);
  expect(rise('tokenbook_attempts_total', { outcome: 'malformed' })).toBe(1);
  expect(rise('tokenbook_attempts_total', { outcome: 'answered' })).toBe(1);
  expect(rise('tokenbook_bids_total')).toBe(1);
  expect(rise('tokenbook_bids_total', { outcome: 'filled' })).toBe(1);
});

test('every metric of an alert or a dashboard is reported, with the labels by which it is selected', async () => {
  const { key, model } = await openMarket(exchange);
  expect((await exchange.chat(key, { model })).status).toBe(200);
  await exchange.admin('POST', '/reconciliation/runs', {});
  const ofOthers = await Promise.all([exchange.workers[0]!, exchange.relay!].map(metricsOf));
  const scrapes = [await Scrape.of(exchange), ...ofOthers.map((text) => Scrape.parse(text))];
  const page = readFileSync('docs/operate/monitoring.md', 'utf8');
  /** Of a metric that counted nothing yet its row of the page. */
  const hasLabel = (metric: string, label: string) => {
    const series = scrapes.flatMap((scrape) => scrape.series.filter(({ name }) => name === metric));
    if (series.length > 0) return series.every(({ labels }) => label in labels);
    const row = page.split('\n').find((line) => line.startsWith(`| \`${metric}\` |`)) ?? '';
    return row.split('|')[3]?.includes(`\`${label}\``) === true;
  };
  const unknown = expressions()
    .flatMap(namedMetrics)
    .flatMap(({ metric, labels }) => {
      const name = metric.replace(/_(?:bucket|sum|count)$/, '');
      const isReported = scrapes.some(({ metrics }) => metrics.has(name) || metrics.has(metric));
      const missing = labels.filter((label) => !hasLabel(metric, label));
      return isReported ? missing.map((label) => `${metric}{${label}}`) : [metric];
    });
  expect(unknown).toEqual([]);
});

async function metricsOf(process: TestProcess): Promise<string> {
  return (await read(process, '/metrics')).text;
}

test('the metrics name the route of every request, however it ended, and of no path that is none', async () => {
  const { key } = await exchange.buyer();
  const authorization = `Bearer ${key}`;
  const asked: [string, string, string, number][] = [
    ['POST', '/buyer/v1/chat/completions', '/buyer/v1/chat/completions', 401],
    ['POST', '/v1/chat/completions', '/v1/chat/completions', 401],
    ['GET', '/market/v1/account', '/market/v1/account', 401],
    ['GET', '/MARKET/v1/account', '/market/v1/account', 401],
    ['GET', `/market/v1/sellers/${key}/asks`, '/market/v1/sellers/:id/asks', 401],
    ['GET', '/market/v1/orderbook', '/market/v1/orderbook', 400],
    ['DELETE', '/market/v1/orderbook', '/market/v1/orderbook', 405],
    ['GET', '/market/v1/orders/unknown', '/market/v1/orders/:id', 404],
    ['GET', '/market/v1/made/up', 'unmatched', 404],
    ['GET', '/made/up/too', 'unmatched', 404],
    ['GET', '/v1/models', '/v1/models', 200],
  ];
  for (const [method, path, , status] of asked) {
    const headers = status === 404 ? { authorization } : {};
    const answer = await exchange.send(method as 'GET', path, { headers });
    expect([path, answer.status]).toEqual([path, status]);
  }
  const { body } = await exchange.send('GET', '/metrics', { admin: true });
  const counted = new Set<string>();
  for (const [, labels] of body.matchAll(
    /^tokenbook_http_request_duration_seconds_count{(.*)}/gm,
  )) {
    const value = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(labels)?.[1] ?? '';
    counted.add(`${value('method')} ${value('route')} ${value('status')}`);
  }
  expect([...counted]).toEqual(
    expect.arrayContaining(
      asked.map(([method, , route, status]) => `${method} ${route} ${status}`),
    ),
  );
  expect([...counted].filter((line) => line.includes('made') || / {2}/.test(line))).toEqual([]);
});
