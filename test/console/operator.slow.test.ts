/** The operator's part of the console, in a real browser. */
import { randomUUID } from 'node:crypto';
import { refundedLot } from '../contracts/refunded-lot';
import { buyTicket } from '../contracts/market';
import { newModel, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { type TestBrowser, accessibilityFaults, openBrowser } from './support/browser';
import { OperatorConsole } from './support/operator';

let exchange: Exchange;
let browser: TestBrowser;
let operator: OperatorConsole;
beforeAll(async () => {
  [exchange, browser] = await Promise.all([Exchange.pooled(), openBrowser()]);
  operator = new OperatorConsole(exchange, browser);
});
afterAll(async () => {
  await browser.close();
  await exchange.stop();
});

describe('the token', () => {
  test('a wrong one is refused, and nothing is shown', async () => {
    const page = await operator.visit('/');
    await operator.signIn(page, 'wrong');
    await page.getByText('The exchange does not know this key.').waitFor();
    expect(await page.getByText('Chat requests').count()).toBe(0);
    await page.context().close();
  });

  test('is held in memory: nothing is stored, and a reload forgets it', async () => {
    const page = await operator.signedIn('/');
    await page.getByRole('heading', { name: 'Chat requests' }).waitFor();
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(stored).not.toContain(operator.token);
    expect(page.faults).toEqual([]);
    await page.reload();
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).waitFor();
    await page.context().close();
  });
});

test('one order on one page: request, history, settlement, journals, workflow', async () => {
  const market = await openMarket(exchange, {
    price: '0.001',
    name: 'North',
    account: { name: 'Ada' },
  });
  const { fill } = (await exchange.chat(market.key, { model: market.model })).body;
  const page = await operator.signedIn(`/orders?account=${market.accountId}`);
  await page
    .getByRole('link', { name: /^[0-9a-f]{8}…/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Ada', exact: true }).waitFor();
  const history = page.getByRole('region', { name: 'History', exact: true });
  await history.getByText('Settled').waitFor();
  expect(await history.getByRole('listitem').first().textContent()).toContain('Received');
  expect(await history.textContent()).toContain('attempt 1: delivered');
  expect(await history.textContent()).toContain('tokens of seller North at');
  const journals = page.getByRole('region', { name: 'Journals', exact: true });
  expect(await journals.getByRole('rowheader').allTextContents()).toEqual(['hold', 'capture']);
  const settlement = page.getByRole('region', { name: 'Settlement', exact: true });
  expect(await settlement.textContent()).toContain(`$${fill.cost}`);
  const workflow = page.getByRole('link', { name: 'Temporal' }).first();
  expect(await workflow.getAttribute('href')).toMatch(/\/namespaces\/[^/]+\/workflows\//);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(page.faults).toEqual([]);
  await page.context().close();
});

test('the keyboard alone finds a page, an account by its name and an order by its id', async () => {
  const name = `Ada ${randomUUID()}`;
  const { key, model, accountId } = await openMarket(exchange, { account: { name } });
  const { fill } = (await exchange.chat(key, { model })).body;
  const page = await operator.signedIn('/');
  const find = async (text: string, shown: string) => {
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: /name, an id/ });
    await field.waitFor();
    await page.keyboard.type(text);
    await page.getByRole('option', { name: shown, selected: true }).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ found$/ })
      .waitFor();
  };
  await find(name.toUpperCase().slice(0, 20), name);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/#/accounts/${accountId}`);
  await find(fill.fill_id, model);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/#/orders/${fill.fill_id}`);
  await find('led', 'Ledger');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await find('orders', 'Orders');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/#/orders');
  expect(page.faults).toEqual([]);
  await page.context().close();
});

test('a halt and a resumption are confirmed, take effect, and are in the audit', async () => {
  const { model, key } = await openMarket(exchange);
  const page = await operator.signedIn('/halts');
  await page.getByLabel('Instrument').fill(model);
  await page.getByRole('button', { name: `Halt ${model}, now, for 24 h` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Halt the book' }).click();
  expect(await dialog.isVisible()).toBe(true); // a reason is required
  await dialog.getByLabel('Reason').fill('prices look wrong');
  await dialog.getByRole('button', { name: 'Halt the book' }).click();
  await page.getByText('prices look wrong').waitFor();
  expect((await exchange.chat(key, { model })).body.code).toBe('market_halted');

  await page.getByRole('button', { name: `Resume ${model}, now, for 24 h` }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await exchange.chat(key, { model })).body.code).toBe('market_halted');
  await page.getByRole('button', { name: `Resume ${model}, now, for 24 h` }).click();
  await dialog.getByRole('button', { name: 'Resume the book' }).click();
  await page.getByRole('button', { name: `Halt ${model}, now, for 24 h` }).waitFor();
  expect((await exchange.chat(key, { model })).status).toBe(200);

  await operator.open(page, `/audit?target=${model}`);
  const actions = page.getByRole('row').filter({ hasText: 'updateBook' });
  expect(await actions.count()).toBe(2);
  expect(await actions.last().textContent()).toContain('prices look wrong');
  expect(page.faults).toEqual([]);
  await page.context().close();
});

test('every book of an instrument is halted and resumed at once', async () => {
  const { model, key, seller } = await openMarket(exchange);
  await exchange.send('POST', `/market/v1/sellers/${seller.sellerId}/asks`, {
    headers: { 'x-seller-api-key': seller.apiKey },
    body: { model_id: model, price: '2', capacity: 1_000_000, tenor: '1d' },
  });
  const page = await operator.signedIn('/halts');
  await page.getByLabel('Instrument').fill(model);
  await page.getByRole('button', { name: `Halt all of ${model}, from now, for 24 h` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('upstream is down');
  await dialog.getByRole('button', { name: 'Halt the books' }).click();
  await until(async () => (await page.getByText('upstream is down').count()) === 2, {
    what: 'both books halted',
  });
  expect((await exchange.chat(key, { model })).body.code).toBe('market_halted');
  await page
    .getByRole('button', { name: `Resume all of ${model}, from the next day, UTC` })
    .click();
  await dialog.getByRole('button', { name: 'Resume the books' }).click();
  await page.getByRole('button', { name: `Halt ${model}, the next day, UTC` }).waitFor();
  expect((await exchange.chat(key, { model })).status).toBe(200);
  expect(page.faults).toEqual([]);
  await page.context().close();
});

test('the page of a seller has its refunded lots with the reason', async () => {
  const { sellerId, model } = await refundedLot(exchange);
  const page = await operator.signedIn(`/sellers/${sellerId}`);
  const refunds = page.getByRole('region', { name: 'Refunds', exact: true });
  const row = refunds.getByRole('row').filter({ hasText: model });
  await row.waitFor();
  const texts = (await row.getByRole('cell').allTextContents()).join(' | ');
  expect(texts).toMatch(/Buyer.*10.000 \| \$0\.01 \| .*seller/);
  await row.getByRole('link', { name: '…' }).click();
  const lots = page.getByRole('region', { name: 'Lots', exact: true });
  await lots.getByText('defaulted').waitFor();
  expect(page.faults).toEqual([]);
  await page.context().close();
});

test('a ban says before it, and after it, what the seller still owes', async () => {
  const { seller, model, key } = await openMarket(exchange, { price: '0.001' });
  await buyTicket(exchange, key, { model, quantity_tokens: 10_000 });
  const page = await operator.signedIn(`/sellers/${seller.sellerId}`);
  await page.getByRole('button', { name: 'Change the standing' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Standing').selectOption('Banned');
  const left = dialog.getByRole('region', { name: 'What remains' });
  const owed = /10.000 tokens, in 1 open lot of 1 contract of 1 buyer.*escrow for it\$0\.01/;
  expect(await left.textContent()).toMatch(owed);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel('Reason').fill('it resells what it may not');
  await dialog.getByRole('button', { name: 'Change the standing' }).click();
  const after = page.getByRole('region', { name: 'Banned: what remains' });
  await after.waitFor();
  expect(await after.textContent()).toMatch(owed);
  expect(page.faults).toEqual([]);
  await page.context().close();
});

test('refusals are counted by their code, with a bar for each hour', async () => {
  const { key } = await exchange.buyer('0');
  const { code } = (await exchange.chat(key, { model: newModel() })).body;
  const isCounted = async () => {
    const { body } = await exchange.admin('GET', '/refusals');
    return body.refusals.some((one: { code: string }) => one.code === code);
  };
  await until(isCounted, { what: 'a counted refusal' });
  const page = await operator.signedIn('/orders/refusals');
  const row = page.getByRole('row').filter({ hasText: code });
  await row.getByRole('img', { name: /most in one hour/ }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('radio', { name: '30 days' }).check();
  await row.getByRole('img', { name: /most in one day/ }).waitFor();
  expect(page.faults).toEqual([]);
  await page.context().close();
});

test('a deposit is shown once more before it is made', async () => {
  const { accountId } = await exchange.buyer('5');
  const page = await operator.signedIn(`/accounts/${accountId}`);
  await page.getByRole('button', { name: 'Deposit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount, USD').fill('2.5');
  await dialog.getByLabel('Reference').fill('wire 7');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('$7.50').waitFor();
  expect((await exchange.admin('GET', `/accounts/${accountId}`)).body.balance).toBe('5');
  await dialog.getByRole('button', { name: 'Deposit' }).click();
  await page.getByRole('cell', { name: 'wire 7' }).waitFor();
  expect((await exchange.admin('GET', `/accounts/${accountId}`)).body.balance).toBe('7.5');
  expect(page.faults).toEqual([]);
  await page.context().close();
});
