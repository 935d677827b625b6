/** The operator's console: signing in, and moving about with the token. */
import type { Exchange } from '../../support/exchange';
import { until } from '../../support/wait';
import type { TestBrowser, TestPage } from './browser';

export type PageOptions = Parameters<TestBrowser['newPage']>[0];

export class OperatorConsole {
  constructor(
    private readonly exchange: Exchange,
    private readonly browser: TestBrowser,
  ) {}

  get token(): string {
    return this.exchange.settings.secrets.operatorToken;
  }

  /** Before anybody has signed in. */
  async visit(path: string, options: PageOptions = {}): Promise<TestPage> {
    const page = await this.browser.newPage(options);
    await page.goto(`http://127.0.0.1:${this.exchange.gateways[0]!.adminPort}/#${path}`);
    return page;
  }

  async signIn(page: TestPage, token: string): Promise<void> {
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Operator token').fill(token);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
  }

  async signedIn(path: string, options: PageOptions = {}): Promise<TestPage> {
    const page = await this.visit(path, options);
    await this.signIn(page, this.token);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    return page;
  }

  /** As a link within the page, which keeps the token. Resolves when all data is there. */
  async open(page: TestPage, path: string): Promise<void> {
    await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
    await page.locator('.panel').first().waitFor();
    const isComplete = async () => (await page.locator('.skeleton').count()) === 0;
    await until(isComplete, { what: 'all data of the page' });
  }
}
