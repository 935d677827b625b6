/**
 * The pages look as they did: each is compared with a small picture beside this file.
 * `UPDATE_LOOKS=1 npm run test:long -- test/console/looks` takes the pictures anew, to be seen before.
 */
import { placeOrder } from '../contracts/market';
import { Exchange, type TestSeller } from '../support/exchange';
import { PHONE, type TestBrowser, type TestPage, WIDE, openBrowser } from './support/browser';
import { goTo, loaded, openAt, signIn } from './support/buyer-pages';
import { Looks } from './support/looks';
import { OperatorConsole, type PageOptions } from './support/operator';

const MODELS = ['llama-3.1-8b', 'llama-3.3-70b', 'qwen3-32b'];
const SHOWN = MODELS[1]!;

const SCREENS: [string, PageOptions][] = [
  ['wide-light', { viewport: WIDE, colorScheme: 'light' }],
  ['phone-dark', { viewport: PHONE, colorScheme: 'dark' }],
];

let exchange: Exchange;
let browser: TestBrowser;
let seller: TestSeller;
let key: string;
let looks: Looks;
beforeAll(async () => {
  [exchange, browser] = await Promise.all([Exchange.start({ relay: true }), openBrowser()]);
  looks = new Looks(await browser.newPage());
  seller = await exchange.seller('normal', { name: 'North Inference', models: MODELS });
  ({ key } = await exchange.buyer('1000'));
  for (const model of MODELS) {
    for (let step = 0; step < 8; step++) {
      const price = `0.000${520 + step * 7}`;
      await exchange.ask(seller, { model, price, capacity: 200_000 + step * 50_000 });
      const bid = { model_id: model, price: `0.000${510 - step * 7}`, quantity: 100_000 };
      await placeOrder(exchange, key, bid);
    }
  }
  for (let count = 0; count < 3; count++) await exchange.chat(key, { model: SHOWN });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

/** Everything is loaded, and nothing flashes. */
async function settled(page: TestPage): Promise<void> {
  await loaded(page);
  await page.evaluate(
    'Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))',
  );
}

describe.each(SCREENS)('%s', (screen, options) => {
  test('the market', async () => {
    const page = await openAt(browser, exchange.url(), '/', options);
    await page.getByRole('row').filter({ hasText: SHOWN }).waitFor();
    await settled(page);
    const overview = await looks.difference(page, `market-${screen}`);
    await page.goto(`${exchange.url()}/#/market/${SHOWN}`);
    await page.locator('.ladder-ask tr').first().waitFor();
    await page.locator('.candles canvas').first().waitFor();
    await settled(page);
    const instrument = await looks.difference(page, `instrument-${screen}`);
    expect([overview, instrument]).toEqual([null, null]);
  });

  test('the buyer', async () => {
    const page = await openAt(browser, exchange.url(), '/buyer', options);
    await signIn(page, key);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const found: (string | null)[] = [];
    for (const name of ['Account', 'Requests', 'Playground', 'Orders', 'Statement']) {
      await goTo(page, name);
      await settled(page);
      found.push(await looks.difference(page, `${name.toLowerCase()}-${screen}`));
    }
    expect(found.filter(Boolean)).toEqual([]);
  });

  test('the operator', async () => {
    const operator = new OperatorConsole(exchange, browser);
    const page = await operator.signedIn('/', options);
    const found: (string | null)[] = [];
    for (const path of ['/orders', '/sellers', '/halts', '/reconciliation']) {
      await operator.open(page, path);
      await settled(page);
      found.push(await looks.difference(page, `operator${path.replace('/', '-')}-${screen}`));
    }
    expect(found.filter(Boolean)).toEqual([]);
  });
});
