/** A buyer at the console: signed in, and at one of its pages. */
import { PHONE, type TestBrowser, type TestPage } from './browser';

export type PageOptions = Parameters<TestBrowser['newPage']>[0];

/** As their links name them. */
export const BUYER_PAGES = [
  'Account',
  'Requests',
  'Playground',
  'Orders',
  'Contracts',
  'Tickets',
  'Statement',
  'Keys',
  'Webhooks',
];

export const PHONE_IN_THE_DARK: PageOptions = { colorScheme: 'dark', viewport: PHONE };

/** Opens a page of the console; its address stands behind the `#`. */
export async function openAt(
  browser: TestBrowser,
  url: string,
  path: string,
  options: PageOptions = {},
): Promise<TestPage> {
  const page = await browser.newPage(options);
  await page.goto(`${url}/#${path}`);
  return page;
}

export async function signIn(page: TestPage, key: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Buyer key').fill(key);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

/** Goes to another page as a reader does: a reload would forget the key. */
export async function goTo(page: TestPage, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Buyer' })
    .getByRole('link', { name, exact: true })
    .click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Waits until nothing on the page is loading. */
export async function loaded(page: TestPage): Promise<void> {
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

/** Without what the browser prints about an answer with an expected status. */
export function faultsBeside(page: TestPage, ...statuses: number[]): string[] {
  return page.faults.filter(
    (fault) => !statuses.some((status) => fault.includes(`status of ${status}`)),
  );
}
