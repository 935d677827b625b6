/** How a gateway serves the console: its page, its files, and what it lets a browser load. */
import { readFileSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Exchange } from '../support/exchange';

const LARGEST_FIRST_LOAD_BYTES = 350 * 1_024;
const BUILT = join(__dirname, '..', '..', 'dist', 'console');

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterAll(() => exchange.stop());

const publicUrl = () => exchange.url();
const operatorUrl = () => `http://127.0.0.1:${exchange.gateways[0]!.adminPort}`;
const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

/** The files that a page loads at once, as their addresses. */
function loadedBy(page: string): string[] {
  return [...page.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path = '']) => path);
}

/** The path and the headers as they are: `fetch` would resolve dots, and ask past caches. */
function getExactly(
  path: string,
  headers: Record<string, string> = {},
  at = publicUrl(),
): Promise<{ status: number; body: string }> {
  const { port } = new URL(at);
  return new Promise((resolve, reject) => {
    const req = httpRequest({ host: '127.0.0.1', port, path, headers }, (res) => {
      let body = '';
      res.on('data', (data) => (body += data));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, body }));
    });
    req.on('error', reject);
    req.end();
  });
}

describe.each([
  ['public', publicUrl],
  ['operator', operatorUrl],
] as const)('the %s entry', (entry, url) => {
  test('its page is asked for anew, and comes with a strict policy', async () => {
    const answer = await get(`${url()}/`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    const tag = answer.headers.get('etag') ?? '';
    expect((await getExactly('/', { 'if-none-match': tag }, url())).status).toBe(304);
  });

  test('nothing on its page is inline or from elsewhere', async () => {
    const page = await (await get(`${url()}/`)).text();
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\bon\w+=/);
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(loadedBy(page).length).toBeGreaterThan(2);
  });

  test('its files are kept for ever: their names change with their content', async () => {
    for (const path of loadedBy(await (await get(`${url()}/`)).text())) {
      const answer = await get(`${url()}${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(path).toMatch(/-[\w-]{8}\.\w+$/);
    }
  });

  test('its first load is small, compressed', async () => {
    const paths = ['/', ...loadedBy(await (await get(`${url()}/`)).text())];
    const folder = join(BUILT, entry);
    const page = entry === 'public' ? 'index.html' : 'operator.html';
    const sizes = paths.map((path) => {
      const file = path === '/' ? page : path.replace('/console/', '');
      return readFileSync(join(folder, `${file}.gz`)).length;
    });
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(LARGEST_FIRST_LOAD_BYTES);
  });

  test.each(['br', 'gzip'])('%s is sent to those who take it', async (encoding) => {
    const answer = await get(`${url()}/`, { 'accept-encoding': encoding });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(await answer.text()).toContain('<div id="console">');
    const plain = await get(`${url()}/`, { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  test('another method is refused', async () => {
    const answer = await fetch(`${url()}/`, { method: 'POST' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

test.each([
  '/console/assets/none-12345678.js',
  '/console/',
  '/console/index.html',
  '/console/operator.html',
  '/operator.html',
  '/console/.sources',
  '/console/../.sources',
  '/console/..%2f..%2fpackage.json',
  '/console/%2e%2e/%2e%2e/package.json',
  '/console/assets/../../operator/operator.html',
  '/console/assets/..%5c..%5coperator%5coperator.html',
  '/console/%00',
])('%s is nothing that the public port serves', async (path) => {
  const { status, body } = await getExactly(path);
  expect(status).toBe(404);
  expect(JSON.parse(body)).toMatchObject({ code: 'not_found' });
});

test("no file of the operator's entry is on the public port", async () => {
  const ofOperator = readdirSync(join(BUILT, 'operator', 'assets')).filter(
    (name) => !name.endsWith('.gz') && !name.endsWith('.br'),
  );
  const shared = readdirSync(join(BUILT, 'public', 'assets'));
  const own = ofOperator.filter((name) => !shared.includes(name));
  expect(own.some((name) => name.startsWith('operator'))).toBe(true);
  for (const name of own) {
    const there = await get(`${publicUrl()}/console/assets/${name}`);
    const here = await get(`${operatorUrl()}/console/assets/${name}`);
    expect([name, there.status, here.status]).toEqual([name, 404, 200]);
  }
  const page = await (await get(`${publicUrl()}/`)).text();
  expect(page).not.toContain('operator');
});

test("what an operator's page says of itself is not in the public scripts", () => {
  const scripts = readdirSync(join(BUILT, 'public', 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(BUILT, 'public', 'assets', name), 'utf8'));
  expect(scripts.filter((text) => text.includes('/admin/v1/'))).toEqual([]);
});
