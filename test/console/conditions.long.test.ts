/** The console under bad conditions: very many rows, a slow network, none at all. */
import { as } from '../contracts/market';
import { newModel, openMarket } from '../e2e/market';
import { Voice, bookMessage } from '../stream/client';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { PHONE, type TestBrowser, type TestPage, openBrowser } from './support/browser';
import { goTo, openAt, signIn } from './support/buyer-pages';
import { traceMainThread } from './support/main-thread';

const LEVELS_PER_SIDE = 5_000;
const ROWS_IN_PAGE = 200;
const LONG_TASK_MS = 50;
/** A phone at the edge of its cell. */
const SLOW = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 20_000 };

let exchange: Exchange;
let browser: TestBrowser;
let voice: Voice;
beforeAll(async () => {
  [exchange, browser] = await Promise.all([Exchange.pooled(), openBrowser()]);
  voice = new Voice(exchange.settings);
});
afterAll(async () => {
  voice?.close();
  await browser?.close();
  await exchange?.stop();
});

test('a book of 10,000 levels is read whole, and only the rows in view exist', async () => {
  const model = newModel();
  const page = await openAt(browser, exchange.url(), `/market/${model}`);
  await page.locator('[data-connection=live]').waitFor();
  voice.say(deepBook(model, 1));
  await page.getByRole('button', { name: 'All 10000 levels' }).click();
  const rows = page.getByRole('dialog').locator('tbody tr');
  await until(async () => (await rows.count()) > 10, { what: 'the first rows' });
  const frame = page.getByRole('dialog').locator('.table-frame');
  await frame.focus();
  await page.keyboard.press('End');
  await until(
    async () => (await rows.allInnerTexts()).some((text) => /Bid\s0\.0001\b/.test(text)),
    {
      what: 'the lowest bid',
    },
  );
  expect(await rows.count()).toBeLessThan(ROWS_IN_PAGE);

  const thread = await traceMainThread(page);
  for (let sequence = 2; sequence <= 40; sequence++) {
    voice.say(deepBook(model, sequence));
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
  const best = page.locator('.ladder-ask tr').last();
  await until(async () => /\b40\b/.test(await best.innerText()), { what: 'the last change' });
  const longestMs = Math.max(...(await thread.stop()));
  process.stderr.write(`10,000 levels: longest task ${longestMs.toFixed(1)} ms\n`);
  expect(longestMs).toBeLessThanOrEqual(LONG_TASK_MS);
  expect(page.faults).toEqual([]);
});

test('over a slow network, pages say that they load, and a second click places no second order', async () => {
  const own = await openMarket(exchange, { capacity: 4_000, price: '0.001' });
  const page = await browser.newPage({ viewport: PHONE });
  await slowDown(page);
  await page.goto(`${exchange.url()}/#/market/${own.model}`);
  await page.getByRole('status').filter({ hasText: 'Loading' }).first().waitFor();
  await page.locator('.ladder-ask tr').first().waitFor();
  await page.goto(`${exchange.url()}/#/buyer/orders`);
  await signIn(page, own.key);
  await page.getByLabel('Instrument').fill(own.model);
  await page.getByLabel('Quantity, tokens').fill('1 000');
  await page.getByLabel('Limit').fill('0.5');
  await page.getByRole('button', { name: 'Place the order' }).click();
  const confirm = page.getByRole('button', { name: 'Place it' });
  await confirm.dblclick();
  await page.getByText(/^Placed:/).waitFor();
  const { body } = await exchange.send('GET', '/market/v1/orders', as(own.key));
  expect(body.orders).toHaveLength(1);
  expect(page.faults).toEqual([]);
});

test('without a network, what was known stays, a change says why it fails, and all resumes', async () => {
  const own = await openMarket(exchange, { capacity: 4_000, price: '0.001' });
  const page = await openAt(browser, exchange.url(), '/buyer/orders');
  await signIn(page, own.key);
  await page.getByLabel('Instrument').fill(own.model);
  await page.getByLabel('Quantity, tokens').fill('1 000');
  await page.getByLabel('Limit').fill('0.5');
  await page.getByRole('button', { name: 'Place the order' }).click();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Place it' }).click();
  await page.getByText('The exchange does not answer. Check the connection.').first().waitFor();
  await page.context().setOffline(false);
  // The same order, with the same key: nothing was lost, nothing is placed twice.
  await page.getByRole('button', { name: 'Place it' }).click();
  await page.getByText(/^Placed:/).waitFor();
  await page.getByRole('row').filter({ hasText: own.model }).waitFor();
  await goTo(page, 'Account');
  await page.getByText('$10.00').first().waitFor();
  const { body } = await exchange.send('GET', '/market/v1/orders', as(own.key));
  expect(body.orders).toHaveLength(1);
});

/** Levels of both sides, of which the best ask changes with each message. */
function deepBook(model: string, sequence: number) {
  const side = (from: number, step: number) =>
    Array.from({ length: LEVELS_PER_SIDE }, (_, level) => {
      const quantity = level === 0 ? sequence : 10_000 + level;
      return [`0.${String(from + step * level).padStart(7, '0')}`, String(quantity)] as const;
    });
  return bookMessage(model, sequence, {
    asks: { 'us-east': side(5_001, 1) },
    bids: { any: side(5_000, -1) },
  });
}

async function slowDown(page: TestPage): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
}
