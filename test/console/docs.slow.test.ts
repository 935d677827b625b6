/** The documentation in a real Chromium: without scripts, on a phone and on a wide screen. */
import { Exchange } from '../support/exchange';
import { PHONE, type TestBrowser, WIDE, accessibilityFaults, openBrowser } from './support/browser';

let exchange: Exchange;
let browser: TestBrowser;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([Exchange.pooled(), openBrowser()]);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

async function open(path: string, options: Parameters<TestBrowser['newPage']>[0] = {}) {
  const page = await browser.newPage(options);
  await page.goto(`${exchange.url()}${path}`);
  return page;
}

/** Its frame is wider than its window: a reader would have to move it sideways. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

test.each([
  ['/docs', 'light', WIDE],
  ['/docs/guides/webhooks', 'light', WIDE],
  ['/docs/market/routes/getOrderBook', 'dark', PHONE],
  ['/docs/errors/no_match', 'dark', PHONE],
  ['/docs/start', 'dark', PHONE],
] as const)('%s keeps nobody from reading it, %s', async (path, colorScheme, viewport) => {
  const page = await open(path, { colorScheme, viewport });
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(OVERFLOW)).toBe(0);
  expect(page.faults).toEqual([]);
});

test('without scripts a reader searches, opens a route, sees its code in three languages', async () => {
  const page = await open('/docs', { javaScriptEnabled: false, viewport: PHONE });
  await page.getByRole('searchbox').fill('order book of an instrument');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'The order book of an instrument' }).click();
  await page.getByRole('heading', { level: 1, name: 'The order book of an instrument' }).waitFor();
  const shown = () => page.locator('.tabs pre:visible').innerText();
  expect(await shown()).toContain('curl ');
  await page.getByText('Python', { exact: true }).click();
  expect(await shown()).toContain('requests.get(');
  await page.getByText('TypeScript', { exact: true }).click();
  expect(await shown()).toContain('await fetch(');
});

test('a button copies the code of its block', async () => {
  const page = await open('/docs/market/routes/getOrderBook');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toMatch(/^curl 'http:\/\/127\.0\.0\.1:/);
});

test('without scripts a form shows the answer of a route', async () => {
  const page = await open('/docs/market/routes/getOrderBook', { javaScriptEnabled: false });
  await page.getByLabel('model_id').fill('nobody-sells-this');
  await page.getByLabel('tenor').selectOption('spot');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/market\/v1\/orderbook\?model_id=nobody-sells-this&tenor=spot$/);
  expect(await page.locator('body').innerText()).toContain('orderbook_snapshot');
});

test('at the host name of a surface a form leads to the host name of its route', async () => {
  for (const name of ['market.localhost', 'buyer.localhost']) {
    const page = await browser.newPage({ javaScriptEnabled: false });
    const { port } = new URL(exchange.url());
    await page.goto(`http://${name}:${port}/docs/market/routes/getOrderBook`);
    await page.getByLabel('model_id').fill('nobody-sells-this');
    await page.getByLabel('tenor').selectOption('spot');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(/^http:\/\/market\.localhost:\d+\/v1\/orderbook\?/);
    expect(await page.locator('body').innerText()).toContain('orderbook_snapshot');
  }
});

test('on a phone the outline is above the text, on a wide screen beside it', async () => {
  for (const [viewport, above, beside] of [
    [PHONE, true, false],
    [WIDE, false, true],
  ] as const) {
    const page = await open('/docs/guides/webhooks', { viewport });
    expect(await page.locator('.outline-top').isVisible()).toBe(above);
    expect(await page.locator('.outline-beside').isVisible()).toBe(beside);
  }
});

test('a printed page has its text and examples, without what leads elsewhere', async () => {
  const page = await open('/docs/market/routes/createContract', { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['.bar', '.contents', '.outline-row'])
    expect(await page.locator(hidden).isVisible()).toBe(false);
  expect(await page.locator('.beside pre').first().isVisible()).toBe(true);
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(26, 26, 23)');
});
