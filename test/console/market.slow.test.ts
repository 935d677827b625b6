/** The Market part of the console, in a browser, on a real exchange. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { placeOrder } from '../contracts/market';
import { newModel } from '../e2e/market';
import { Exchange, type TestSeller } from '../support/exchange';
import { until } from '../support/wait';
import {
  PHONE,
  type TestBrowser,
  type TestPage,
  accessibilityFaults,
  openBrowser,
} from './support/browser';
import { signIn } from './support/buyer-pages';
import { CutConnection } from './support/cut';

let exchange: Exchange;
let browser: TestBrowser;
let seller: TestSeller;
const model = newModel();
const PRICES = ['0.0003', '0.00031', '0.00032', '0.00035', '0.0004'];

beforeAll(async () => {
  [exchange, browser] = await Promise.all([Exchange.pooled(), openBrowser()]);
  seller = await exchange.seller('normal', { models: [model] });
  const buyer = await exchange.buyer();
  for (const price of PRICES) await exchange.ask(seller, { model, price, capacity: 1_500_000 });
  const bids = ['0.00022', '0.00025'].map((price) =>
    placeOrder(exchange, buyer.key, { model_id: model, price, quantity: 2_000_000 }),
  );
  const refused = (await Promise.all(bids)).filter(({ status }) => status >= 300);
  expect(refused.map(({ body }) => body)).toEqual([]);
  for (let count = 0; count < 3; count++) await exchange.chat(buyer.key, { model });
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

async function open(hash: string, options: Parameters<TestBrowser['newPage']>[0] = {}) {
  const page = await browser.newPage(options);
  await page.goto(`${exchange.url()}/#${hash}`);
  return page;
}

const textOf = (page: Page, selector: string) => page.locator(selector).first().innerText();

async function openInstrument(options: Parameters<TestBrowser['newPage']>[0] = {}) {
  const page = await open(`/market/${model}`, options);
  await page.locator('.ladder-ask tr').first().waitFor();
  return page;
}

test('the overview lists an instrument with its prices, and a search finds it', async () => {
  const page = await open('/');
  await page.getByRole('heading', { name: 'Market', level: 1 }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(model);
  const row = page.getByRole('row').filter({ hasText: model });
  await row.waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  expect(await row.innerText()).toMatch(/0\.25[\s\S]*0\.30/);
  await row.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: model, level: 1 }).waitFor();
  expect(page.faults).toEqual([]);
});

test('the start page says how to begin and what sellers do, and a heading orders the instruments', async () => {
  const page = await open('/');
  await page.getByRole('listitem').filter({ hasText: 'Point your client here' }).waitFor();
  const sellers = page.locator('.start .stat').filter({ hasText: 'Sellers' });
  await until(async () => /[1-9]/.test(await sellers.innerText()), { what: 'sellers' });
  const byVolume = page.getByRole('button', { name: 'Volume, 24 h' });
  const volumes = async () => {
    const titles = await page.locator('tbody td .number[title$=" tokens"]').all();
    const texts = await Promise.all(titles.map((title) => title.getAttribute('title')));
    return texts.map((text) => Number.parseInt(text!.replaceAll(/\D/g, ''), 10));
  };
  await byVolume.click();
  expect(await page.locator('[aria-sort=ascending]').innerText()).toContain('Volume');
  await byVolume.click();
  const shown = await volumes();
  expect(shown.length).toBeGreaterThan(0);
  expect(shown).toEqual(shown.toSorted((one, other) => other - one));
  await page.getByRole('button', { name: 'In 24 h' }).click();
  expect(await page.locator('[aria-sort=ascending]').innerText()).toContain('In 24 h');
  await page.getByRole('link', { name: 'Try it' }).click();
  await page.getByRole('heading', { name: 'Playground', level: 1 }).waitFor();
  expect(page.faults).toEqual([]);
});

test('the overview shows a new price without reading the list again', async () => {
  const own = newModel();
  const ofOwn = await exchange.seller('normal', { models: [own] });
  await exchange.ask(ofOwn, { model: own, price: '0.0009' });
  const list = async () => JSON.stringify((await exchange.send('GET', '/market/v1/markets')).body);
  await until(async () => (await list()).includes(own), { what: 'the instrument in the list' });
  const page = await browser.newPage();
  let reads = 0;
  let told = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/market/v1/markets')) reads += 1;
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('catalog_changed')) told += 1;
    }),
  );
  await page.goto(`${exchange.url()}/#/`);
  await page.getByRole('searchbox').fill(own);
  const row = page.getByRole('row').filter({ hasText: own });
  await until(async () => told > 0 && (await row.innerText()).includes('0.90'), {
    what: 'its ask',
  });
  const before = reads;
  await exchange.ask(ofOwn, { model: own, price: '0.0007' });
  await until(async () => (await row.innerText()).includes('0.70'), { what: 'the lower ask' });
  expect(reads).toBe(before);
  expect(page.faults).toEqual([]);
});

test('the candles of an instrument are read after a trade, and not between trades', async () => {
  const own = newModel();
  const ofOwn = await exchange.seller('normal', { models: [own] });
  await exchange.ask(ofOwn, { model: own, price: '0.0009' });
  const { key } = await exchange.buyer();
  await exchange.chat(key, { model: own });
  const page = await browser.newPage();
  await page.clock.install();
  let reads = 0;
  page.on('request', (request) => {
    if (/\/candles\?.*limit=500/.test(request.url())) reads += 1;
  });
  await page.goto(`${exchange.url()}/#/market/${own}`);
  await page.locator('.candles canvas').first().waitFor();
  await until(() => reads === 2, { what: 'the candles, and once more for a trade of just now' });
  const before = reads;
  await page.clock.fastForward(20_000);
  await page.evaluate('document.title');
  expect(reads).toBe(before);
  await exchange.chat(key, { model: own });
  await until(() => reads > before, { what: 'the candles with the trade' });
  expect(page.faults).toEqual([]);
});

test('a search without a result says so', async () => {
  const page = await open('/');
  await page.getByRole('searchbox').fill('no such model at all');
  await page.getByRole('heading', { name: 'No instrument has this name' }).waitFor();
  expect(page.faults).toEqual([]);
});

test('the page of a name that the market does not know says so, and leads to the market', async () => {
  const page = await open('/market/no-such-model');
  const notice = page.getByText('The market has no instrument named no-such-model');
  await notice.waitFor();
  await notice.getByRole('link', { name: 'search the market' }).click();
  await page.getByRole('heading', { name: 'Market', level: 1 }).waitFor();
  expect(page.faults).toEqual([]);
  const known = await openInstrument();
  expect(await known.getByText('The market has no instrument named').count()).toBe(0);
});

test('an instrument shows its book, its candles and an estimate', async () => {
  const page = await openInstrument();
  expect(await page.locator('.ladder-ask tr').count()).toBe(PRICES.length);
  expect(await textOf(page, '.ladder-bid tr')).toMatch(/^Bid\s+0\.25\s+2\sM\s+2\sM$/);
  await page.locator('.candles canvas').first().waitFor();
  await page.getByLabel('Tokens', { exact: true }).fill('5 M');
  await page.getByLabel('Limit, $ per M').fill('0.32');
  const estimate = page.locator('.instrument-estimate');
  await until(async () => /4\.[45]\d*\sM of 5\sM/.test(await estimate.innerText()), {
    what: 'what is fillable now',
  });
  await page.getByLabel('Limit, $ per M').fill('abc');
  await page.getByText('A price such as 0.30').waitFor();
  expect(page.faults).toEqual([]);
});

test('an instrument leads to trying it, buying ahead, selling and a program, each with its name filled in', async () => {
  const page = await openInstrument();
  const { key } = await exchange.buyer();
  await page.getByRole('button', { name: 'Code' }).click();
  const program = page.getByRole('dialog').getByLabel('The request in curl');
  expect(await program.innerText()).toMatch(new RegExp(`"model": "${model}"[^]*"max_price"`));
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Try it' }).click();
  await signIn(page, key);
  expect(await page.getByLabel('Instrument').inputValue()).toBe(model);
  await page.goBack();
  await page.getByRole('link', { name: 'Buy ahead' }).click();
  await page.getByLabel('Instrument').waitFor();
  expect(await page.getByLabel('Instrument').inputValue()).toBe(model);
  await page.getByLabel('Quantity, tokens').fill('2.5 M');
  await page.getByText('2.5\u202fM tokens', { exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Sell here' }).click();
  await page.getByRole('link', { name: 'Register an endpoint' }).waitFor();
  expect(page.faults).toEqual([]);
});

test('the sellers of an instrument stand with their prices, and the estimate says what it costs', async () => {
  const page = await openInstrument();
  const row = page.locator('.instrument-sellers tbody tr');
  await row.waitFor();
  expect(await row.innerText()).toContain('0.30');
  await page.getByLabel('Tokens', { exact: true }).fill('1 M');
  const cost = page.locator('.instrument-estimate .stat').filter({ hasText: 'Cost of that' });
  await until(async () => (await cost.innerText()).includes('$0.30'), { what: 'the cost' });
});

test('the depth is read at a price by arrow keys', async () => {
  const page = await openInstrument();
  const price = page.getByRole('slider', { name: 'Price to read the depth at' });
  await price.focus();
  await page.keyboard.press('End');
  await page
    .locator('.depth figcaption')
    .getByText(/tokens asked up to 0\.4\d+ \$\/M/)
    .waitFor();
  expect(await price.getAttribute('aria-valuetext')).toMatch(/tokens asked up to/);
  expect(page.faults).toEqual([]);
});

test.each([961, 1_024, 1_280, 1_439, 1_440])('panels leave no hole %i px wide', async (width) => {
  const page = await openInstrument({ viewport: { width, height: 900 } });
  await page.locator('.instrument-sellers tbody tr').waitFor();
  const share = await page.evaluate<number>(`(() => {
    const grid = document.querySelector('.instrument').getBoundingClientRect();
    const gap = parseFloat(getComputedStyle(document.querySelector('.instrument')).gap);
    const panels = [...document.querySelectorAll('.instrument > .panel')];
    const area = (box) => (box.width + gap) * (box.height + gap);
    const filled = panels.reduce((sum, panel) => sum + area(panel.getBoundingClientRect()), 0);
    return filled / area(grid);
  })()`);
  expect(share).toBeGreaterThan(0.995);
});

test('an ask that is posted stands in the book at once, and a trade in the list', async () => {
  const page = await openInstrument();
  // Those from before the page was opened.
  await until(async () => (await page.locator('.tape-trade').count()) === 3, { what: 'trades' });
  const added = await exchange.ask(seller, { model, price: '0.00029', capacity: 700_000 });
  await page.locator('.ladder-ask tr').filter({ hasText: '0.29' }).waitFor();
  expect(await textOf(page, '.instrument-head .ask')).toContain('0.29');
  const { key } = await exchange.buyer();
  await exchange.chat(key, { model });
  await page.locator('.tape-trade').filter({ hasText: '0.29' }).first().waitFor();
  await exchange.send('DELETE', `/market/v1/sellers/${seller.sellerId}/asks/${added}`, {
    headers: { 'x-seller-api-key': seller.apiKey },
  });
  await page.locator('.ladder-ask tr').filter({ hasText: '0.29' }).waitFor({ state: 'detached' });
  expect(page.faults).toEqual([]);
});

test('trades and candles of the view are saved as files', async () => {
  const page = await openInstrument();
  for (const [name, head] of [
    ['trades', 'executed_at,id,price'],
    ['candles', 'time,open,high'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: `${name} as CSV` }).click();
    const rows = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
    expect(rows[0]).toContain(head);
    expect(rows.length).toBeGreaterThan(1);
  }
  expect(page.faults).toEqual([]);
});

test('region and window choose another book, and stand in the address', async () => {
  const page = await openInstrument();
  await page.getByLabel('Region').selectOption('apac');
  await page.getByLabel('Window').selectOption('1d');
  await until(() => page.url().endsWith(`/market/${model}/1d/apac`), { what: 'the address' });
  await page.getByRole('heading', { name: 'The book is empty' }).waitFor();
  expect(page.faults).toEqual([]);
});

test('a lost connection is said, and the book resumes', async () => {
  const connection = await CutConnection.to(exchange.gateways[0]!.port);
  const page = await browser.newPage();
  await page.goto(`${connection.url}/#/market/${model}`);
  const state = page.locator('[data-connection]');
  await page.locator('[data-connection=live]').waitFor();
  const trades = page.locator('.tape-trade');
  await trades.first().waitFor();
  const known = await trades.count();
  connection.cut();
  await page.locator('[data-connection=interrupted]').waitFor();
  const { key } = await exchange.buyer();
  await exchange.chat(key, { model });
  expect(await state.innerText()).toContain('Connection lost');
  // What was known stays in view.
  expect(await page.locator('.ladder-ask tr').count()).toBe(PRICES.length);
  const added = await exchange.ask(seller, { model, price: '0.0005' });
  connection.mend();
  await page.locator('[data-connection=live]').waitFor();
  await page.locator('.ladder-ask tr').filter({ hasText: '0.50' }).waitFor();
  // The trade of the meantime, and one that follows: each once, and nothing between is missing.
  await until(async () => (await trades.count()) === known + 1, { what: 'the missed trade' });
  await exchange.chat(key, { model });
  await until(async () => (await trades.count()) === known + 2, { what: 'the next trade' });
  expect(await page.locator('.tape-gap').count()).toBe(0);
  await exchange.send('DELETE', `/market/v1/sellers/${seller.sellerId}/asks/${added}`, {
    headers: { 'x-seller-api-key': seller.apiKey },
  });
  await page.close();
  connection.close();
});

test('a page that does not exist leads back', async () => {
  const page = await open('/nowhere');
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await page.getByRole('main').getByRole('link').click();
  await page.getByRole('heading', { name: 'Market', level: 1 }).waitFor();
});

test('a wrong key is refused in the dialog, and a right one is kept in memory only', async () => {
  const page = await open('/');
  const { key } = await exchange.buyer();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Buyer key').fill('sk-tb_wrong');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The exchange does not know this key.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Buyer key').fill(key);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  const stored = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
  );
  expect(stored).not.toContain(key);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

describe.each([
  ['wide, light', { colorScheme: 'light' }],
  ['on a dark phone', { viewport: PHONE, colorScheme: 'dark' }],
] as const)('%s', (name, options) => {
  const shoot = async (page: TestPage, what: string) => {
    const folder = process.env.CONSOLE_SCREENSHOTS;
    const path = `${folder}/${what} ${name}.png`.replaceAll(/[ ,]+/g, '-');
    if (folder) await page.screenshot({ path, fullPage: true });
  };

  test('everybody can use the overview', async () => {
    const page = await open('/', options);
    await page.getByRole('row').nth(1).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await isWiderThanItsWindow(page)).toBe(false);
    await shoot(page, 'overview');
    expect(page.faults).toEqual([]);
  });

  test('everybody can use an instrument', async () => {
    const page = await openInstrument(options);
    await page.locator('.candles canvas').first().waitFor();
    await page.locator('.instrument-estimate meter').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await isWiderThanItsWindow(page)).toBe(false);
    await shoot(page, 'instrument');
    expect(page.faults).toEqual([]);
  });
});

test('on a phone the price of an instrument stands on the screen, and so does the place where the reader is', async () => {
  const page = await open('/', { viewport: PHONE });
  await page.getByRole('searchbox').fill(model);
  const row = page.getByRole('row').filter({ hasText: model });
  const cell = await row.locator('.ask .number').boundingBox();
  expect(cell!.x + cell!.width).toBeLessThanOrEqual(PHONE.width);
  await page.goto(`${exchange.url()}/#/buyer/webhooks`);
  const here = page.getByRole('navigation', { name: 'Buyer' }).locator('[aria-current=page]');
  await here.waitFor();
  const place = await here.boundingBox();
  expect(place!.x).toBeGreaterThanOrEqual(0);
  expect(place!.x + place!.width).toBeLessThanOrEqual(PHONE.width);
});

/** A page that scrolls sideways is too wide for a phone. */
function isWiderThanItsWindow(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > innerWidth');
}
