/** A seller at the console: signed in, and at one of its pages. */
import { type PageOptions, openAt } from './buyer-pages';
import type { TestBrowser, TestPage } from './browser';

/** As their links name them. */
export const SELLER_PAGES = [
  'Offers',
  'Trades',
  'Deliveries',
  'Standing',
  'Statement',
  'Webhooks',
  'Profile',
  'Register',
  'Earnings',
];

export async function sellerAt(
  browser: TestBrowser,
  url: string,
  key: string,
  path = '/seller',
  options: PageOptions = {},
): Promise<TestPage> {
  const page = await openAt(browser, url, path, options);
  await signInSeller(page, key);
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return page;
}

export async function signInSeller(page: TestPage, key: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Seller key').fill(key);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

/** As a link: a reload would forget the key. */
export async function goToPlace(page: TestPage, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Seller' })
    .getByRole('link', { name, exact: true })
    .click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
