/** The console in a real Chromium. */
import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import { type BrowserContextOptions, type Locator, type Page, chromium } from 'playwright-core';
import { findChromium } from '../../../setup/servers/tools';

/** Sizes of a phone and of a wide screen, in CSS pixels. */
export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1440, height: 900 };

/** What WCAG 2.2 AA asks for and axe can check. */
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Nothing of it reaches out: the tests run without a network. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

export interface TestBrowser {
  /** A page without any memory of the others. */
  newPage(options?: BrowserContextOptions): Promise<TestPage>;
  /** After each test: a page that is left open follows the market, and draws, for all later ones. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export interface TestPage extends Page {
  /** Errors that the page printed, requests that the policy refused, and requests to other hosts. */
  readonly faults: string[];
}

export async function openBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: await findChromium((line) => process.stderr.write(`${line}\n`)),
    // Root has no sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
    args: FLAGS,
  });
  return {
    newPage: async (options = {}) => {
      const context = await browser.newContext({
        viewport: WIDE,
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        ...options,
      });
      return watched(await context.newPage());
    },
    closePages: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    close: () => browser.close(),
  };
}

function watched(page: Page): TestPage {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (['data:', 'blob:'].includes(protocol)) return;
    if (hostname !== '127.0.0.1') faults.push(`asked ${request.url()}`);
  });
  return Object.assign(page, { faults });
}

/** @returns what keeps people from using the page, one line each */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // The page's own policy refuses added script elements, but not the inspector's.
  await page.evaluate(axe.source);
  const results = await page.evaluate(
    (values): Promise<AxeResults> =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        runOnly: { type: 'tag', values },
      }),
    STANDARDS,
  );
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      return `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`;
    }),
  );
}

/** @returns the texts of the cells of a row that are whole on the screen of a phone */
export async function cellsOnPhone(row: Locator): Promise<string[]> {
  const texts: string[] = [];
  for (const cell of await row.locator('th, td').all()) {
    const box = await cell.boundingBox();
    if (!box || box.x < 0 || box.x + box.width > PHONE.width) continue;
    texts.push(await cell.innerText());
  }
  return texts;
}

/** What a list scrolls sideways, whose rows have two lines on a phone. */
const SIDEWAYS = `[...document.querySelectorAll('.table-frame:has(> [data-two-lines])')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((frame) => 'scrolls sideways: ' + frame.querySelector('caption').textContent)`;

/** @returns what keeps people from using the page, and whether it is wider than its window */
export async function readingFaults(page: Page): Promise<string[]> {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return [
    ...(await accessibilityFaults(page)),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...(await page.evaluate<string[]>(SIDEWAYS)),
  ];
}
