/** Every page of the operator's console is accessible, on a wide screen and on a phone. */
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { PHONE, type TestBrowser, accessibilityFaults, openBrowser } from './support/browser';
import { OperatorConsole, type PageOptions } from './support/operator';

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

describe('every page', () => {
  let pages: string[];
  /** Its filters are for a wide screen. */
  let ledger: string;
  beforeAll(async () => {
    const { key, model, accountId, seller } = await openMarket(exchange, {
      price: '0.001',
    });
    const { fill } = (await exchange.chat(key, { model })).body;
    await exchange.admin('POST', '/reconciliation/runs?extent=all');
    await exchange.admin('PATCH', `/books/${model}`, { halted: true, reason: 'wrong prices' });
    const standing = { standing: 'Probation', reason: 'slow answers' };
    await exchange.admin('PATCH', `/sellers/${seller.sellerId}`, standing);
    ledger = `/ledger?account=buyer:${accountId}`;
    pages = [
      '/',
      '/orders',
      `/orders/${fill.fill_id}`,
      '/sellers',
      `/sellers/${seller.sellerId}`,
      '/accounts',
      `/accounts/${accountId}`,
      '/reconciliation',
      '/orders/refusals',
      '/ledger/days',
      '/halts',
      `/audit?target=${accountId}`,
    ];
  });

  test.each<[string, PageOptions]>([
    ['a wide screen, light', { colorScheme: 'light' }],
    ['a phone, dark', { colorScheme: 'dark', viewport: PHONE }],
  ])('is accessible and fits on %s', async (_name, options) => {
    const page = await operator.signedIn('/', options);
    const found: string[] = [];
    for (const path of options?.viewport === PHONE ? pages : [...pages, ledger]) {
      await operator.open(page, path);
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      const wide = overflow > 0 ? [`${overflow} px too wide`] : [];
      const faults = [...(await accessibilityFaults(page)), ...wide];
      found.push(...faults.map((fault) => `${path}: ${fault}`));
    }
    expect(found).toEqual([]);
    await operator.open(page, '/reconciliation');
    const shown = await page.textContent('main');
    expect(shown).toMatch(/Latest check of all records.*every invariant holds.*Journals/);
    expect(page.faults).toEqual([]);
    await page.context().close();
  });
});
