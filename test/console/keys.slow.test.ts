/** The page Keys in a real browser: a key with a cap is issued, watched, rotated and revoked. */
import { type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { type TestBrowser, openBrowser, readingFaults } from './support/browser';
import { PHONE_IN_THE_DARK, loaded, openAt, signIn } from './support/buyer-pages';

let exchange: Exchange;
let browser: TestBrowser;
let market: Market;
let manager: string;
beforeAll(async () => {
  [exchange, browser] = await Promise.all([Exchange.pooled(), openBrowser()]);
  market = await openMarket(exchange);
  const path = `/accounts/${market.accountId}/keys`;
  const { body } = await exchange.admin('POST', path, { kind: 'manage', label: 'manager' });
  manager = body.buyer_key;
}, 120_000);
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await exchange.stop();
});

const statusOf = async (key: string) => (await exchange.chat(key, { model: market.model })).status;

test('a capped key is issued, shows what it has used, is rotated and revoked', async () => {
  const page = await openAt(browser, exchange.url(), '/buyer/keys', PHONE_IN_THE_DARK);
  await signIn(page, manager);
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill('agent');
  await dialog.getByLabel('Cap, $').fill('0,5');
  await dialog.getByText('A decimal number, such as 25').waitFor();
  await dialog.getByLabel('Cap, $').fill('0.001');
  await dialog.getByLabel('The cap counts from zero again').selectOption('daily');
  await dialog.getByLabel('Highest price').fill('2.5');
  expect(await readingFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('region', { name: 'Text of the key agent' });
  const first = await shown.innerText();
  expect(await statusOf(first)).toBe(200);
  const row = page.getByRole('row').filter({ hasText: 'agent' });
  // Far less than the half minute after which a page asks by itself.
  await row.getByText('$0.000024', { exact: true }).waitFor({ timeout: 10_000 });
  await row.getByText('a day').waitFor();
  // Every part of the console is in sight on a phone, of a buyer too.
  const nav = page.getByRole('navigation', { name: 'Console' });
  expect(await nav.evaluate((places) => places.scrollWidth - places.clientWidth)).toBe(0);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  expect(await page.getByText(first).count()).toBe(0);

  await page.getByRole('button', { name: 'Rotate agent' }).click();
  await dialog.getByLabel('How long the present text works too').selectOption('3600');
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
  const second = await shown.innerText();
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
  await row.getByText('$0.000072', { exact: true }).waitFor();
  await loaded(page);
  expect(await readingFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Revoke agent' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(
    await exchange.send('GET', '/v1/key', { headers: { authorization: `Bearer ${second}` } }),
  ).toMatchObject({ status: 200 });
  await page.getByRole('button', { name: 'Revoke agent' }).click();
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await row.waitFor({ state: 'detached' });
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
  await page.getByLabel('With revoked ones').check();
  await row.getByText('revoked').waitFor();
  expect(page.faults).toEqual([]);
});

test('a key that sends requests is led to one that manages keys, and causes no refusal', async () => {
  const page = await openAt(browser, exchange.url(), '/buyer/keys');
  await signIn(page, market.key);
  await page.getByText('This key does not manage keys').waitFor();
  await page.getByText('npx tokenbook keys create').waitFor();
  expect(await readingFaults(page)).toEqual([]);
  expect(page.faults).toEqual([]);
});
