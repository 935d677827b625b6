/** Every page of a buyer and of a seller is accessible on a wide screen, in the light. */
import { buyTicket, placeOrder } from '../contracts/market';
import { type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import {
  type TestBrowser,
  type TestPage,
  WIDE,
  openBrowser,
  readingFaults,
} from './support/browser';
import { BUYER_PAGES, type PageOptions, goTo, loaded, openAt, signIn } from './support/buyer-pages';
import { SELLER_PAGES, goToPlace, sellerAt } from './support/seller-pages';

const WIDE_IN_THE_LIGHT: PageOptions = { colorScheme: 'light', viewport: WIDE };

let exchange: Exchange;
let browser: TestBrowser;
let market: Market;
beforeAll(async () => {
  [exchange, browser] = await Promise.all([Exchange.pooled(), openBrowser()]);
  market = await openMarket(exchange);
  const { key, model } = market;
  await exchange.chat(key, { model });
  await placeOrder(exchange, key, { model_id: model, price: '0.0001' });
  await buyTicket(exchange, key, { model, quantity_tokens: 30_000 });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await exchange.stop();
});

async function expectReadable(page: TestPage, name: string): Promise<void> {
  await loaded(page);
  expect([name, await readingFaults(page)]).toEqual([name, []]);
}

test('of a buyer', async () => {
  const page = await openAt(browser, exchange.url(), '/buyer', WIDE_IN_THE_LIGHT);
  await signIn(page, market.key);
  for (const name of BUYER_PAGES) {
    await goTo(page, name);
    await expectReadable(page, name);
  }
  expect(page.faults).toEqual([]);
});

test('of a seller', async () => {
  const { apiKey } = market.seller;
  const page = await sellerAt(browser, exchange.url(), apiKey, '/seller', WIDE_IN_THE_LIGHT);
  for (const name of SELLER_PAGES) {
    await goToPlace(page, name);
    await expectReadable(page, name);
  }
  expect(page.faults).toEqual([]);
});
