import { type TestBrowser, accessibilityFaults, openBrowser } from './support/browser';

/** The other tests of the console rely on it: what it does not see, they cannot. */
describe('the browser of the tests', () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await openBrowser();
  });

  afterAll(() => browser.close());

  test('sees what keeps people from using a page', async () => {
    const page = await browser.newPage();
    await page.setContent('<html lang="en"><title>Book</title><main><h1>Book</h1></main></html>');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setContent('<html lang="en"><title>Book</title><input></html>');
    expect(await accessibilityFaults(page)).toEqual([expect.stringContaining('label: ')]);
  });

  test('keeps what a page printed and asked other hosts for', async () => {
    const page = await browser.newPage();
    await page.evaluate(() => console.error('a message'));
    await page.evaluate(() => fetch('http://example.invalid/').catch(() => null));
    expect(page.faults).toContain('a message');
    expect(page.faults).toContain('asked http://example.invalid/');
  });
});
