/** A seller at the console, in a real browser: registers, offers, and watches its place and trades. */
import { readFile } from 'node:fs/promises';
import { buyTicket, placeOrder } from '../contracts/market';
import { newModel } from '../e2e/market';
import { endWindow } from '../lots/ticket-market';
import { Exchange, type TestSeller } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { verifying } from '../support/sellers/verifying';
import { until } from '../support/wait';
import { startReceiver } from '../webhooks/receiver';
import {
  type TestBrowser,
  type TestPage,
  accessibilityFaults,
  cellsOnPhone,
  openBrowser,
  readingFaults,
} from './support/browser';
import {
  PHONE_IN_THE_DARK,
  type PageOptions,
  faultsBeside,
  loaded,
  openAt,
  signIn,
} from './support/buyer-pages';
import { SELLER_PAGES, goToPlace, sellerAt, signInSeller } from './support/seller-pages';

let exchange: Exchange;
let browser: TestBrowser;
let seller: TestSeller;
const endpoints: Pick<Seller, 'close'>[] = [];
const model = newModel();

beforeAll(async () => {
  [exchange, browser] = await Promise.all([Exchange.pooled(), openBrowser()]);
  seller = await exchange.seller('normal', { models: [model], name: 'South' });
  await exchange.ask(seller, { model, price: '0.0004', capacity: 2_000_000 });
  const { key } = await exchange.buyer();
  await exchange.chat(key, { model });
  await buyTicket(exchange, key, { model, quantity_tokens: 30_000 });
}, 120_000);
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all(endpoints.map((endpoint) => endpoint.close()));
  await exchange.stop();
});

const at = (path?: string, key = seller.apiKey, options: PageOptions = {}) =>
  sellerAt(browser, exchange.url(), key, path, options);
const rowOf = (page: TestPage, text: string) => page.getByRole('row').filter({ hasText: text });
const statOf = (page: TestPage, label: string) =>
  page.locator('.stat').filter({ hasText: label }).first();

test('a wrong key is refused, a right one shows what is owed, and a reload forgets it', async () => {
  const page = await openAt(browser, exchange.url(), '/seller');
  await signInSeller(page, 'wrong');
  await page.getByText('The exchange does not know this key.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await signInSeller(page, (await exchange.buyer()).key);
  await page.getByText('This is the key of a buyer. Sign in on the page Buy.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await signInSeller(page, seller.apiKey);
  const { body } = await exchange.send('GET', '/seller/v1/account', asSeller(seller));
  await statOf(page, 'Owed to you now').getByText(`$${body.payable}`).waitFor();
  await page.getByRole('img', { name: /Revenue per day/ }).waitFor();
  await page.getByText('First steps, 4 of 6 done').waitFor();
  await rowOf(page, model).first().waitFor();
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';
  expect(await page.evaluate(stored)).not.toContain(seller.apiKey.slice(-8));
  await page.reload();
  await page.getByText('Sign in to see this').waitFor();
  expect(faultsBeside(page, 401)).toEqual([]);
});

const asSeller = ({ apiKey }: Pick<TestSeller, 'apiKey'>) => ({
  headers: { 'x-seller-api-key': apiKey },
});

test('from the check of an endpoint to its first offer, whose place follows the book', async () => {
  const endpoint = await startSeller(BEHAVIOURS.normal());
  endpoints.push(endpoint);
  const own = newModel();
  const page = await openAt(browser, exchange.url(), '/seller/register');
  await page.getByLabel('Name').fill('North');
  await page.getByRole('textbox', { name: 'Endpoint' }).fill(endpoint.url);
  await page.getByLabel(/^Qwen3 32B/).check();
  await page.getByText('Other names, and what your server calls them').click();
  expect(await page.getByLabel('Models, one per line').inputValue()).toBe('qwen3-32b');
  await picture(page, 'register');
  await page.getByLabel('Models, one per line').fill(own.toUpperCase());
  await page.getByRole('button', { name: 'Check the endpoint' }).click();
  const signature = page.getByRole('listitem').filter({ hasText: 'A forged signature is refused' });
  await signature.getByText('warn', { exact: true }).waitFor();
  await signature.getByText('Verify signatures').waitFor();
  await page.getByRole('button', { name: 'Register', exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  endpoint.setBehaviour(verifying(BEHAVIOURS.normal(), exchange.settings));
  await page.getByRole('button', { name: 'Check the endpoint' }).click();
  await page.getByText('Every check holds.').waitFor();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  const key = await page.getByRole('region', { name: 'Seller key' }).innerText();
  expect((await exchange.send('GET', '/seller/v1/profile', asSeller({ apiKey: key }))).status).toBe(
    200,
  );

  await page.getByRole('link', { name: 'Post the first offer' }).click();
  await page.getByText('Nothing is offered').waitFor();
  await page.getByRole('button', { name: 'New offer' }).click();
  await page.getByRole('textbox', { name: 'Price' }).fill('0.5');
  await page.getByLabel('Quantity, tokens').fill('3 000 000');
  await statOf(page, 'Its place').getByText('1 of 1').waitFor();
  await page.keyboard.press('Escape');
  await goToPlace(page, 'Trades');
  await goToPlace(page, 'Offers');
  await page.getByRole('button', { name: 'New offer' }).click();
  expect(await page.getByLabel('Quantity, tokens').inputValue()).toBe('3 000 000');
  await page.getByRole('button', { name: 'Post the offer' }).click();
  await page.getByRole('button', { name: 'Post it' }).click();
  const row = rowOf(page, own);
  await row.getByText('1 of 1').waitFor();
  await row.getByText('best').waitFor();
  await page.getByRole('button', { name: 'New offer' }).click();
  expect(await page.getByLabel('Quantity, tokens').inputValue()).toBe('');
  await page.keyboard.press('Escape');
  expect((await levels(own)).map(({ price }) => price)).toEqual(['0.0005']);

  const other = await exchange.seller('normal', { models: [own] });
  await exchange.ask(other, { model: own, price: '0.0003', capacity: 700_000 });
  await row.getByText('2 of 2').waitFor();
  await row.getByText('700\u202fk').waitFor();

  await row.getByRole('button', { name: /Change/ }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Price' }).fill('0.2');
  await page.getByRole('button', { name: 'Replace it' }).click();
  await row.getByText('1 of 2').waitFor();
  expect(await levels(own)).toMatchObject([{ price: '0.0002', quantity: '3000000' }, {}]);
  await row.getByRole('button', { name: /Cancel/ }).click();
  await page.getByRole('button', { name: 'Cancel the remainder' }).click();
  await page.getByText('Nothing is offered').waitFor();

  await goToPlace(page, 'Profile');
  await page.getByText(own.toUpperCase(), { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Rotate the key' }).click();
  const next = await page.getByRole('region', { name: 'New seller key' }).innerText();
  await page.getByRole('button', { name: 'I have stored it: rotate' }).click();
  await page.getByText(`ends in ${next.slice(-4)}`).waitFor();
  const statuses = [key, next].map(async (apiKey) => {
    return (await exchange.send('GET', '/seller/v1/profile', asSeller({ apiKey }))).status;
  });
  expect(await Promise.all(statuses)).toEqual([401, 200]);
  await page.getByRole('button', { name: 'Check it now' }).click();
  await signature.getByText('ok', { exact: true }).waitFor();
  expect(page.faults).toEqual([]);
});

test('an offer that reaches resting bids says before what it sells at once, and afterwards what was sold', async () => {
  const own = newModel();
  const other = await exchange.seller('normal', { models: [own] });
  const { key } = await exchange.buyer('10');
  for (const [price, quantity] of [
    ['0.0005', 20_000],
    ['0.0004', 30_000],
    ['0.0001', 70_000],
  ] as const) {
    await placeOrder(exchange, key, { model_id: own, price, quantity });
  }
  const page = await at('/seller/offers', other.apiKey);
  await page.getByRole('button', { name: 'New offer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Price' }).fill('0.4');
  await dialog.getByLabel('Quantity, tokens').fill('40 000');
  await dialog.getByText('Sells up to 40\u202f000 tokens at once').waitFor();
  await dialog.getByText('owed for 24 hours from the sale').waitFor();
  expect(await readingFaults(page)).toEqual([]);
  await picture(page, 'offer');
  await dialog.getByRole('button', { name: 'Post the offer' }).click();
  await dialog.getByRole('button', { name: 'Post it' }).click();
  await page.getByText(`40\u202f000 tokens of ${own} were sold at once`).waitFor();
  await page.getByRole('link', { name: 'What you owe, and until when' }).click();
  await rowOf(page, own).first().waitFor();
  expect(page.faults).toEqual([]);
});

test('a rotation keeps the webhook endpoints, or deletes them with the key that has leaked', async () => {
  const { apiKey } = await exchange.seller('normal');
  let key = apiKey;
  const webhooks = async (method: 'GET' | 'POST' = 'GET', body?: object) => {
    const options = { ...asSeller({ apiKey: key }), ...(body ? { body } : {}) };
    const answer = await exchange.send(method, '/seller/v1/webhooks', options);
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    return answer.body.webhooks?.length as number;
  };
  await webhooks('POST', { url: 'http://127.0.0.1:65000/hook', event_types: null });
  const page = await at('/seller/profile', key);
  const rotate = async (deletes: boolean) => {
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    const choice = page.getByLabel('Delete all webhook endpoints too');
    expect(await choice.isChecked()).toBe(false);
    if (deletes) await choice.check();
    expect(await accessibilityFaults(page)).toEqual([]);
    key = await page.getByRole('region', { name: 'New seller key' }).innerText();
    await page.getByRole('button', { name: 'I have stored it: rotate' }).click();
    await page.getByText(`ends in ${key.slice(-4)}`).waitFor();
  };
  // The old key's connection ends before the page knows that the new one works: nothing is read with the old one.
  let connectionEnds: Promise<unknown> | null = null;
  page.on('websocket', (socket) => {
    connectionEnds = new Promise((resolve) => socket.on('close', resolve));
  });
  await page.route('**/seller/v1/register', async (route) => {
    const response = await route.fetch();
    await connectionEnds;
    await route.fulfill({ response });
  });
  await rotate(false);
  expect(await webhooks()).toBe(1);
  await rotate(true);
  expect(await webhooks()).toBe(0);
  expect(page.faults).toEqual([]);
});

test('a change of an offer is finished after a refusal and after a lost answer, once', async () => {
  const own = newModel();
  const { sellerId, apiKey } = await exchange.seller('normal', { models: [own] });
  await exchange.ask({ sellerId, apiKey }, { model: own, price: '0.0004', capacity: 900_000 });
  const page = await at('/seller/offers', apiKey);
  await rowOf(page, own)
    .getByRole('button', { name: /Change/ })
    .click();
  const price = page.getByRole('dialog').getByRole('textbox', { name: 'Price' });
  const replace = page.getByRole('button', { name: 'Replace it' });
  await price.fill('95000000000000');
  await page.getByLabel('I mean this price').check();
  await replace.click();
  await page.getByRole('alert').waitFor();
  await page.getByText('The old offer is cancelled. Replace it').waitFor();
  expect(await levels(own)).toEqual([]);

  await price.fill('0.3');
  let isLost = false;
  await page.route(`**/sellers/${sellerId}/asks`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await replace.click();
  await page.getByText('The exchange does not answer').waitFor();
  const { body } = await exchange.send('GET', '/seller/v1/offers', asSeller({ apiKey }));
  const { expires_at: expiresAt, offer_id: offerId } = body.offers[0];
  // The rest of its time is another number of seconds now.
  const leftMs = () => Date.parse(expiresAt) - Date.now();
  const before = leftMs();
  await until(() => leftMs() < before - 1_100, { what: 'a second to pass' });
  await replace.click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const after = await exchange.send('GET', '/seller/v1/offers', asSeller({ apiKey }));
  expect(after.body.offers.map(({ offer_id: id }: any) => id)).toEqual([offerId]);
  expect(await levels(own)).toMatchObject([{ price: '0.0003', quantity: '900000' }]);
});

async function levels(of: string): Promise<{ price: string; quantity: string }[]> {
  return (await exchange.send('GET', `/market/v1/orderbook?model_id=${of}`)).body.asks;
}

test('trades, deliveries, standing and reports, and the bell when the standing changes', async () => {
  await exchange.admin('PATCH', `/sellers/${seller.sellerId}`, {
    standing: 'Probation',
    reason: 'The first week.',
  });
  const page = await at('/seller/trades');
  await rowOf(page, model).first().waitFor();
  await goToPlace(page, 'Deliveries');
  const lot = rowOf(page, model);
  await lot.getByText('30\u202f000').waitFor();
  await lot.getByText(/^in \d+ min$/).waitFor();
  await goToPlace(page, 'Standing');
  await rowOf(page, 'The first week.').getByText('Probation').waitFor();
  await exchange.admin('PATCH', `/sellers/${seller.sellerId}`, {
    standing: 'Active',
    reason: 'It went well.',
  });
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click();
  await page.getByRole('link', { name: 'The standing is Active: It went well.' }).click();
  await page.getByLabel('Available tokens').fill('250 000');
  await page.getByRole('button', { name: 'Report' }).click();
  await rowOf(page, model).getByText('250\u202f000').waitFor();
  expect(page.faults).toEqual([]);
});

test('what must be kept ready is drawn against the last report, which warns seller and buyer when it is short', async () => {
  const own = newModel();
  const keeper = await exchange.seller('normal', { models: [own], name: 'Keeper' });
  const { key } = await exchange.buyer('10');
  await exchange.ask(keeper, { model: own, price: '0.0004', capacity: 50_000 });
  await exchange.send('POST', `/market/v1/sellers/${keeper.sellerId}/asks`, {
    ...asSeller(keeper),
    body: { model_id: own, price: '0.0004', capacity: 60_000, tenor: '1h' },
  });
  const terms = { model: own, ttl_seconds: 86_400 };
  await buyTicket(exchange, key, { ...terms, quantity_tokens: 20_000 });
  await placeOrder(exchange, key, { model_id: own, quantity: 60_000, tenor: '1h' });
  const over = await buyTicket(exchange, key, { ...terms, quantity_tokens: 10_000 });
  await endWindow(exchange, over.body.contract_id);
  const report = (available_tokens: number) =>
    exchange.send('POST', '/seller/v1/capacity', {
      ...asSeller(keeper),
      body: { model_id: own, available_tokens, queued_tokens: 0 },
    });
  await report(30_000);
  const page = await at('/seller/deliveries', keeper.apiKey);
  const ready = page.getByRole('region', { name: `What must be kept ready of ${own}` });
  await ready.getByText('Owed now: 20\u202f000 tokens. At most 80\u202f000').waitFor();
  await ready.getByText('You will owe more than you last reported').waitFor();
  await ready.getByRole('img', { name: /at most 80/ }).waitFor();
  await report(19_999);
  await ready.getByText('You owe more in open windows than you last reported.').waitFor();
  const ended = page.getByRole('region', { name: 'Ended in the last 30 days' });
  await ended.getByRole('row').filter({ hasText: own }).getByText('expired').waitFor();
  await page.getByRole('button', { name: 'New address' }).click();
  const address = await page.getByRole('region', { name: 'Address of the calendar' }).innerText();
  expect(await (await fetch(address)).text()).toContain('BEGIN:VEVENT');
  await picture(page, 'deliveries');
  await ready.getByText('As a table').click();
  await ready.getByRole('row').filter({ hasText: '80\u202f000' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const phone = await at('/seller/deliveries', keeper.apiKey, PHONE_IN_THE_DARK);
  await phone.getByText('Your buyers see that too').waitFor();
  await loaded(phone);
  expect(await readingFaults(phone)).toEqual([]);
  await picture(phone, 'deliveries-phone');

  const buyer = await openAt(browser, exchange.url(), '/buyer/contracts');
  await signIn(buyer, key);
  await buyer.getByText('that it can serve less than it owes now').waitFor();
  await picture(buyer, 'contracts');
  expect([...page.faults, ...phone.faults, ...buyer.faults]).toEqual([]);
});

async function picture(page: TestPage, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

test('a webhook: created, tested, disabled, its secret replaced, deleted', async () => {
  const receiver = await startReceiver();
  endpoints.push(receiver);
  const page = await at('/seller/webhooks');
  await page.getByRole('button', { name: 'New endpoint' }).click();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByLabel('lot.opened').check();
  await page.getByRole('button', { name: 'Create' }).click();
  const secret = page.getByRole('region', { name: 'Secret of the webhook' });
  const first = await secret.innerText();
  expect(first).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await rowOf(page, 'webhook.test').getByText('delivered').waitFor();
  await page.getByRole('button', { name: 'Disable' }).click();
  await rowOf(page, receiver.url).getByText('disabled').waitFor();
  await page.getByRole('button', { name: 'Rotate the secret' }).click();
  await page.getByRole('button', { name: 'Rotate it' }).click();
  await secret.waitFor();
  expect(await secret.innerText()).not.toBe(first);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await page.getByText('No endpoint yet').waitFor();
  expect(page.faults).toEqual([]);
});

test('the statement ends with what is owed, and is exported whole', async () => {
  const page = await at('/seller/statement');
  await rowOf(page, 'Request served').first().waitFor();
  const { body } = await exchange.send('GET', '/seller/v1/account', asSeller(seller));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const rows = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  expect(rows.at(-1)).toContain(`closing_balance,,${body.payable},`);
  expect(page.faults).toEqual([]);
});

test('every page is accessible and fits on a phone, in the dark', async () => {
  const page = await at('/seller', seller.apiKey, PHONE_IN_THE_DARK);
  for (const place of SELLER_PAGES) {
    await goToPlace(page, place);
    await loaded(page);
    expect([place, await readingFaults(page)]).toEqual([place, []]);
    if (place !== 'Offers') continue;
    const cells = await cellsOnPhone(rowOf(page, model).first());
    expect(cells).toEqual(expect.arrayContaining(['0.40', expect.stringMatching(/Cancel/)]));
  }
  expect(page.faults).toEqual([]);
});
