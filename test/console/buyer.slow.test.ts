/** A buyer at the console, in a real browser: signs in, sends, orders, cancels, and exports. */
import { readFile } from 'node:fs/promises';
import { as, buyTicket, placeOrder } from '../contracts/market';
import { type Market, joinMarket, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import {
  type TestBrowser,
  type TestPage,
  accessibilityFaults,
  cellsOnPhone,
  openBrowser,
  readingFaults,
} from './support/browser';
import { CutConnection } from './support/cut';
import {
  BUYER_PAGES,
  PHONE_IN_THE_DARK,
  faultsBeside,
  goTo,
  loaded,
  openAt,
  signIn,
} from './support/buyer-pages';

let exchange: Exchange;
let browser: TestBrowser;
let market: Market;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  market = await openMarket(exchange);
  browser = await openBrowser();
}, 120_000);
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await exchange.stop();
});

async function keptIn(path: string, key: string): Promise<TestPage> {
  const page = await openAt(browser, exchange.url(), path);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  // The dialog begins in its field.
  await page.keyboard.type(key);
  await page.getByRole('dialog').getByLabel('Keep it in this tab').check();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return page;
}

async function signedIn(path = '/buyer', key = market.key): Promise<TestPage> {
  const page = await openAt(browser, exchange.url(), path);
  await signIn(page, key);
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return page;
}

test('a wrong key is refused, a right one shows the account, and a reload forgets it', async () => {
  const page = await openAt(browser, exchange.url(), '/buyer');
  const guide = await page.getByText('Where does my key come from?').getAttribute('href');
  expect(await (await fetch(`${exchange.url()}${guide}`)).text()).toContain('Get an API key');
  await signIn(page, 'sk-tb_wrong');
  await page.getByText('The exchange does not know this key.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await signIn(page, market.seller.apiKey);
  await page.getByText('This is the key of a seller. Sign in on the page Sell.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await signIn(page, market.key);
  await page.getByText('$10.00').first().waitFor();
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';
  expect(await page.evaluate(stored)).not.toContain(market.key.slice(-8));
  await page.reload();
  await page.getByText('Sign in to see this').waitFor();
  expect(faultsBeside(page, 401)).toEqual([]);
});

test('a key that is kept in the tab outlives a reload, is in no other tab, and ends with signing out', async () => {
  const page = await keptIn('/buyer', market.key);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${exchange.url()}/#/buyer`);
  await other.getByText('Sign in to see this').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.reload();
  await page.getByText('Sign in to see this').waitFor();
});

test('the filters of a list outlive a reload and the way back, and a shared link has them', async () => {
  const own = await openMarket(exchange);
  await exchange.chat(own.key, { model: own.model });
  const page = await keptIn('/buyer/requests', own.key);
  await page.getByLabel('Instrument').fill(own.model);
  await page.getByLabel('Status').selectOption('filled');
  const isFiltered = async (shown: TestPage) => {
    await shown.getByRole('row').filter({ hasText: own.model }).waitFor();
    expect(await shown.getByLabel('Instrument').inputValue()).toBe(own.model);
    expect(await shown.getByLabel('Status').inputValue()).toBe('filled');
  };
  await isFiltered(page);
  const shared = await signedIn(page.url().split('#')[1], own.key);
  await isFiltered(shared);
  await page.reload();
  await isFiltered(page);
  await page.getByRole('row').filter({ hasText: own.model }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Request', exact: true }).waitFor();
  await page.goBack();
  await isFiltered(page);
  await page.getByLabel('Status').selectOption('refused');
  await page.getByText('No request matches these filters').waitFor();
  await goTo(page, 'Orders');
  await goTo(page, 'Requests');
  await page.getByRole('row').filter({ hasText: own.model }).waitFor();
  expect(page.faults).toEqual([]);
});

test('the draft of an order outlives a reload and a change of page, and ends when it is placed or its holder signs out', async () => {
  const own = await openMarket(exchange, { price: '0.001' });
  const page = await keptIn('/buyer/orders', own.key);
  const quantity = page.getByLabel('Quantity, tokens');
  await page.getByLabel('Instrument').fill(own.model);
  await quantity.fill('10k');
  await page.getByLabel('Window').selectOption('1d');
  await page.reload();
  expect(await quantity.inputValue()).toBe('10k');
  await page.getByLabel('Limit').fill('0.5');
  await goTo(page, 'Tickets');
  await goTo(page, 'Orders');
  expect(await page.getByLabel('Limit').inputValue()).toBe('0.5');
  const stored = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
  expect(stored.split(own.key.slice(-8))).toHaveLength(2); // where the holder keeps it, and nowhere else
  await page.getByRole('button', { name: 'Place the order' }).click();
  await page.getByRole('button', { name: 'Place it' }).click();
  await page.getByRole('row').filter({ hasText: own.model }).getByText('Next day').waitFor();
  expect(await quantity.inputValue()).toBe('');
  await quantity.fill('20k');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, own.key);
  expect(await quantity.inputValue()).toBe('');
});

test('a contract whose seller defaulted says what was refunded, and which request failed', async () => {
  const { key, model, seller } = await openMarket(exchange, { capacity: 20_000 });
  const ticket = await buyTicket(exchange, key, { model, quantity_tokens: 10_000 });
  const page = await signedIn('/buyer/contracts', key);
  await page.getByText('What is not redeemed by then is paid to the seller.').waitFor();
  seller.setBehaviour(BEHAVIOURS.status({ status: 500 }));
  const failed = await exchange.chat(ticket.body.credential, { model });
  expect(failed.body.code).toBe('seller_default');
  const outcome = page.getByText('What was not redeemed there was refunded');
  await outcome.waitFor();
  // Nothing was redeemed, so all that it cost.
  await outcome.getByText('$0.01', { exact: true }).waitFor();
  expect(await page.getByText('paid to the seller').count()).toBe(0);
  expect(await readingFaults(page)).toEqual([]);
  await goTo(page, 'Orders');
  await page.getByRole('row').filter({ hasText: model }).getByRole('link').first().click();
  await page.getByText('What is filled is contract').waitFor();
  await outcome.getByText('$0.01', { exact: true }).waitFor();
  await outcome.getByRole('link', { name: 'The request that failed' }).click();
  await page.getByText('seller_default').first().waitFor();
});

test('a page whose code failed to load is loaded at another try', async () => {
  const page = await browser.newPage();
  await page.route('**/orders-page-*.js', (route) => route.abort());
  await page.goto(`${exchange.url()}/#/buyer/orders`);
  await page.getByText('This part failed').waitFor();
  await page.unroute('**/orders-page-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
});

test('of another release the console says so, and its reload keeps the key', async () => {
  const page = await browser.newPage();
  await page.route('**/orders-page-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${exchange.url()}/#/buyer`);
  await signIn(page, market.key);
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  const another = { contentType: 'text/html', body: '<script type="module" src="/other.js">' };
  await page.route(`${exchange.url()}/`, (route) => route.fulfill(another));
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByText('Tokenbook was updated').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Load the new one' }).click();
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).toBe('{}');
});

test('an order: previewed, placed, filled in part while it is watched, and cancelled', async () => {
  const own = await openMarket(exchange, { capacity: 4_000, price: '0.001' });
  const page = await signedIn('/buyer/orders', own.key);
  await page.getByLabel('Instrument').fill(own.model);
  await page.getByLabel('Quantity, tokens').fill('10k');
  await page.getByLabel('Limit').fill('1');
  await page.getByText('$0.01', { exact: true }).waitFor();
  const stat = (label: string) => page.locator('.stat').filter({ hasText: label });
  await stat('Fills now, tokens').getByText('4\u202f000').waitFor();
  await stat('Rests, tokens').getByText('6\u202f000').waitFor();
  await page.getByRole('button', { name: 'Place the order' }).click();
  const terms = page.getByRole('dialog').locator('.facts');
  expect(await terms.innerText()).toMatch(
    /now, for 24 h\s+Region\s+any\s+Time in force\s+Until cancelled[^]+paid to the seller/,
  );
  await page.getByRole('button', { name: 'Place it' }).click();
  const row = page.getByRole('row').filter({ hasText: own.model });
  await row.getByText('partially filled').waitFor();
  await row.getByText('4\u202fk').waitFor();

  await row.getByRole('link').click();
  await page.getByText('Waits for sellers of 6000 of its 10000 tokens').waitFor();
  await stat('Place in the queue').getByText('first').waitFor();
  const fills = page.getByRole('table', { name: 'Fills' }).getByRole('row');
  await fills.filter({ hasText: '$0.004' }).waitFor();
  await joinMarket(exchange, own.model, { capacity: 1_000, price: '0.001' });
  await fills.filter({ hasText: '$0.001' }).waitFor();
  await page.getByText('Waits for sellers of 5000').waitFor();
  expect(await readingFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'All orders' }).click();
  await row.getByText('5\u202fk').waitFor();
  await row.getByRole('button', { name: /Cancel/ }).click();
  await page.getByRole('button', { name: 'Cancel the remainder' }).click();
  await row.getByText('cancelled').waitFor();
  const { body } = await exchange.send('GET', '/market/v1/orders', as(own.key));
  expect(body.orders).toMatchObject([{ status: 'cancelled', filled_quantity: 5_000 }]);

  await goTo(page, 'Contracts');
  await page.getByRole('heading', { name: new RegExp(own.model) }).waitFor();
  await page.getByRole('button', { name: 'Issue a ticket' }).click();
  await page.getByRole('button', { name: 'Issue it' }).click();
  expect(await page.getByLabel('Credential').innerText()).toMatch(/^tkt_/);
  await page.keyboard.press('Escape');
  await goTo(page, 'Tickets');
  await page.getByRole('row').filter({ hasText: own.model }).getByText('active').waitFor();
  expect(page.faults).toEqual([]);
});

test('an order beyond the balance is refused in the form; a price far from the book is asked back', async () => {
  const own = await openMarket(exchange, { balance: '1', price: '0.001' });
  const page = await signedIn('/buyer/orders', own.key);
  await page.getByLabel('Instrument').fill(own.model);
  await page.getByLabel('Quantity, tokens').fill('2.5 M');
  await page.getByLabel('Limit').fill('1');
  await page.getByText('It costs $2.50, and $1.00 is available.').waitFor();
  const button = page.getByRole('button', { name: 'Place the order' });
  expect(await button.isDisabled()).toBe(true);
  await page.getByLabel('Quantity, tokens').fill('10k');
  await page.getByLabel('Limit').fill('20');
  await button.click();
  await page.getByText('20 times the market or more').waitFor();
  await page.getByRole('button', { name: 'Place it' }).click();
  const orders = async () =>
    (await exchange.send('GET', '/market/v1/orders', as(own.key))).body.orders.length;
  expect(await orders()).toBe(0);
  await page.getByLabel('I mean this price').check();
  await page.getByRole('button', { name: 'Place it' }).click();
  await page.getByText('Placed: filled').waitFor();

  // An instrument that is newer than the page's list of them.
  const { model: newer } = await openMarket(exchange, { price: '0.001' });
  await page.getByLabel('Instrument').fill(newer);
  await page.getByLabel('Quantity, tokens').fill('10k');
  await page.getByLabel('Limit').fill('20');
  await button.click();
  await page.getByText('20 times the market or more').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await goTo(page, 'Tickets');
  await page.getByRole('button', { name: 'Buy a ticket' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Instrument').fill(own.model);
  await dialog.getByLabel('Quantity, tokens').fill('5k');
  await dialog.getByLabel('Highest price').fill('1');
  await dialog.getByRole('button', { name: 'See what it costs' }).click();
  await dialog.getByText('$0.005').first().waitFor();
  expect(await readingFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Buy it' }).click();
  await dialog.getByLabel('Credential').waitFor();
});

test('what changes is shown at once; a lost connection is said, and everything is read again', async () => {
  const own = await openMarket(exchange, { capacity: 50_000 });
  const connection = await CutConnection.to(exchange.gateways[0]!.port);
  const page = await openAt(browser, connection.url, '/buyer/requests');
  await signIn(page, own.key);
  await page.locator('[data-events=live]').waitFor();
  await page.getByText('No request yet').waitFor();
  const rows = page.getByRole('row').filter({ hasText: own.model });
  // Far less than the half minute after which a page asks by itself.
  const atOnce = { timeout: 5_000 };
  for (let count = 0; count < 3; count += 1) {
    await exchange.chat(own.key, { model: own.model });
    await rows.nth(count).getByText('filled').waitFor(atOnce);
  }
  await goTo(page, 'Orders');
  await placeOrder(exchange, own.key, { model_id: own.model, quantity: 1_000 });
  await rows.getByText('filled', { exact: true }).waitFor(atOnce);
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click();
  const news = page.getByRole('dialog');
  await news.getByRole('link', { name: `The order for ${own.model} is filled.` }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();

  connection.cut();
  await page.locator('[data-events=interrupted]').getByText('Connection lost').waitFor();
  await placeOrder(exchange, own.key, { model_id: own.model, quantity: 2_000 });
  connection.mend();
  await page.locator('[data-events=live]').getByText('Connection was lost').waitFor();
  await rows.nth(1).waitFor(atOnce);
  expect(await rows.count()).toBe(2);
  await page.close();
  connection.close();
});

test('first steps are ticked by the records, and do not return once dismissed', async () => {
  const { key } = await exchange.buyer();
  const page = await signedIn('/buyer', key);
  await page.getByText('First steps, 2 of 4 done').waitFor();
  await exchange.chat(key, { model: market.model });
  await page.getByText('First steps, 3 of 4 done').waitFor();
  await page.getByRole('button', { name: 'Do not show again' }).click();
  await page.reload();
  await signIn(page, key);
  await page.getByText('Nothing is reserved').waitFor();
  await loaded(page);
  expect(await page.getByText('First steps').count()).toBe(0);
  expect(page.faults).toEqual([]);
});

test('the statement is exported whole', async () => {
  await exchange.chat(market.key, { model: market.model });
  const page = await signedIn('/buyer/statement');
  await page.getByRole('row').filter({ hasText: 'Deposit' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await (await download).path();
  const rows = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
  expect(rows[1]).toContain('opening_balance');
  expect(rows.at(-1)).toContain('closing_balance');
  expect(page.faults).toEqual([]);
});

test('every page is accessible and fits on a phone, in the dark; a row shows price, status, cost and action', async () => {
  const own = await openMarket(exchange, { price: '0.001' });
  const terms = { model_id: own.model, quantity: 20_000 };
  await placeOrder(exchange, own.key, { ...terms, price: '0.002' });
  await placeOrder(exchange, own.key, { ...terms, price: '0.0001' });
  await exchange.chat(own.key, { model: own.model });
  await buyTicket(exchange, own.key, { model: own.model, quantity_tokens: 3_000 });
  const page = await openAt(browser, exchange.url(), '/buyer', PHONE_IN_THE_DARK);
  await signIn(page, own.key);
  const rows = page.getByRole('row').filter({ hasText: own.model });
  const shown: Readonly<Record<string, readonly [string, ...string[]]>> = {
    Orders: ['open', '0.10', '$0.002', 'Cancel'],
    Requests: ['filled', '1.00', '$0.00'],
    Tickets: ['active', '1.00', '$0.003'],
  };
  for (const name of BUYER_PAGES) {
    await goTo(page, name);
    await loaded(page);
    expect([name, await readingFaults(page)]).toEqual([name, []]);
    if (!shown[name]) continue;
    const cells = shown[name].map((text) => expect.stringContaining(text));
    const row = rows.filter({ hasText: shown[name][0] }).first();
    expect(await cellsOnPhone(row)).toEqual(expect.arrayContaining(cells));
  }
  await goTo(page, 'Orders');
  await rows.last().getByRole('link').click();
  const fill = page.getByRole('table', { name: 'Fills' }).getByRole('row').last();
  await fill.waitFor();
  expect(await cellsOnPhone(fill)).toEqual(expect.arrayContaining(['$0.02', '1.00']));
  expect(await readingFaults(page)).toEqual([]);
  expect(page.faults).toEqual([]);
});
