/**
 * `npm run pictures`: the pictures of the console in the README and in `docs/`, of a market in which
 * real requests and orders have traded for a few minutes.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { formatScale8 } from '../../domain/money';
import { placeOrder } from '../contracts/market';
import { Exchange, type TestSeller } from '../support/exchange';
import { type TestBrowser, openBrowser } from './support/browser';
import { loaded, openAt, signIn } from './support/buyer-pages';
import { OperatorConsole } from './support/operator';
import { goToPlace, sellerAt } from './support/seller-pages';

const FOLDER = join(__dirname, '..', '..', 'docs', 'images');
const SIZE = { width: 1280, height: 860 };
const TRADED_FOR_MS = 150_000;
const BETWEEN_TRADES_MS = 1_500;

/** Instruments of the catalog, with a price per 1,000 tokens around which they trade, at scale 8. */
const MIDDLES_SCALE8 = {
  'llama-3.3-70b': 52_000n,
  'llama-3.1-8b': 5_000n,
  'qwen3-32b': 26_000n,
  'mistral-small-3.2': 15_000n,
};
type Model = keyof typeof MIDDLES_SCALE8;
const MODELS = Object.keys(MIDDLES_SCALE8) as Model[];
const SHOWN: Model = 'llama-3.3-70b';

let exchange: Exchange;
let browser: TestBrowser;

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  [exchange, browser] = await Promise.all([
    Exchange.start({ relay: true, settings: { CHAT_QUOTA: 100_000, ASKS_QUOTA: 100_000 } }),
    openBrowser(),
  ]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

/** A price some thousandths away from the middle of an instrument. */
function priceAt(model: Model, thousandths: number): string {
  const middle = MIDDLES_SCALE8[model];
  return formatScale8(middle + (middle * BigInt(thousandths)) / 1_000n);
}

/** The same sequence at every run. */
function* wave(): Generator<number, never> {
  let state = 7;
  let level = 0;
  for (;;) {
    state = (state * 48_271) % 2_147_483_647;
    level = Math.round(level * 0.9 + ((state % 41) - 20));
    yield level;
  }
}

async function openBooks(sellers: readonly TestSeller[], key: string): Promise<void> {
  for (const model of MODELS) {
    for (const [index, seller] of sellers.entries()) {
      for (let step = 0; step < 4; step++) {
        const price = priceAt(model, 90 + step * 45 + index * 13);
        const capacity = 400_000 * (1 + ((step * 3 + index) % 5));
        await exchange.ask(seller, { model, price, capacity });
      }
    }
    for (let step = 0; step < 9; step++) {
      const price = priceAt(model, -90 - step * 27);
      const quantity = 300_000 * (1 + (step % 4));
      await placeOrder(exchange, key, { model_id: model, price, quantity });
    }
  }
}

async function trade(seller: TestSeller, key: string): Promise<void> {
  const levels = wave();
  const endAtMs = Date.now() + TRADED_FOR_MS;
  for (let count = 0; Date.now() < endAtMs; count++) {
    const model = MODELS[count % 3 === 0 ? (count / 3) % MODELS.length : 0] ?? SHOWN;
    const level = levels.next().value;
    const price = priceAt(model, level);
    const quantity = 20_000 + ((count * 7_919) % 60_000);
    await exchange.ask(seller, { model, price, capacity: quantity });
    await placeOrder(exchange, key, { model_id: model, price, quantity, time_in_force: 'IOC' });
    await delay(BETWEEN_TRADES_MS);
  }
}

test(
  'the pictures of the console',
  async () => {
    const names = ['North', 'Harbour', 'Meridian'];
    const models = [...MODELS];
    const sellers = await Promise.all(
      names.map((name) => exchange.seller('normal', { name: `${name} Inference`, models })),
    );
    const { key } = await exchange.buyer('5000');
    await openBooks(sellers, key);
    const dark = await openAt(browser, exchange.url(), `/market/${SHOWN}`, {
      viewport: SIZE,
      colorScheme: 'dark',
    });
    await trade(sellers[0]!, key);

    await dark.getByText('1 min', { exact: true }).click();
    await loaded(dark);
    await dark.screenshot({ path: join(FOLDER, 'instrument.png') });

    const buyer = await openAt(browser, exchange.url(), '/buyer/playground', { viewport: SIZE });
    await signIn(buyer, key);
    await buyer.getByLabel('Instrument').fill(SHOWN);
    await buyer.getByLabel('Message').fill('Explain an order book in three sentences.');
    await buyer.getByLabel('Highest price').fill('1');
    await buyer.getByRole('button', { name: 'Send', exact: true }).click();
    await buyer.getByText('complete', { exact: true }).waitFor();
    await buyer.getByText('Settled').waitFor();
    await buyer.screenshot({ path: join(FOLDER, 'playground.png') });

    const { apiKey } = sellers[0]!;
    const earning = await sellerAt(browser, exchange.url(), apiKey, '/seller', { viewport: SIZE });
    await loaded(earning);
    await earning.screenshot({ path: join(FOLDER, 'earnings.png') });
    await goToPlace(earning, 'Offers');
    await loaded(earning);
    await earning
      .getByText(/^\d+ of \d+$/)
      .first()
      .waitFor();
    await earning.screenshot({ path: join(FOLDER, 'offers.png') });

    const answer = await exchange.chat(key, { model: SHOWN });
    const operator = new OperatorConsole(exchange, browser);
    const page = await operator.signedIn('/', { viewport: SIZE });
    await operator.open(page, `/orders/${String(answer.headers['x-fill-id'])}`);
    await page.screenshot({ path: join(FOLDER, 'order.png') });
  },
  TRADED_FOR_MS * 3,
);
