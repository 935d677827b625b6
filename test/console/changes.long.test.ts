/** A book that changes 200 times a second. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { newModel } from '../e2e/market';
import { Voice, bookMessage, trade } from '../stream/client';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { type TestBrowser, openBrowser } from './support/browser';
import { traceMainThread } from './support/main-thread';

const CHANGES = 2_000;
const EVERY_MS = 5;
const LEVELS = 60;
const LONG_TASK_MS = 50;

let exchange: Exchange;
let browser: TestBrowser;
let voice: Voice;
beforeAll(async () => {
  [exchange, browser] = await Promise.all([Exchange.pooled(), openBrowser()]);
  voice = new Voice(exchange.settings);
});
afterAll(async () => {
  voice?.close();
  await browser?.close();
  await exchange?.stop();
});

test('is drawn once per frame at most, and ends as it is', async () => {
  const model = newModel();
  const page = await browser.newPage();
  await page.goto(`${exchange.url()}/#/market/${model}`);
  await page.locator('[data-connection=live]').waitFor();
  voice.say(change(model, 1));
  await page.locator('.ladder-ask tr').nth(10).waitFor();
  await observe(page);
  const thread = await traceMainThread(page);
  const startedMs = performance.now();
  for (let sequence = 2; sequence <= CHANGES; sequence++) {
    voice.say(change(model, sequence));
    const dueMs = startedMs + sequence * EVERY_MS;
    if (dueMs > performance.now()) await delay(dueMs - performance.now());
  }
  const last = page.locator('.ladder-ask tr').last();
  await until(async () => (await last.innerText()).includes(`${CHANGES / 1_000}`), {
    what: 'the last change',
  });
  const tasks = await thread.stop();
  const seen = await observed(page);
  const longestMs = Math.max(...tasks);
  const total = tasks.reduce((sum, taskMs) => sum + taskMs, 0);
  process.stderr.write(
    `${seen.frames} frames, ${seen.renders} drawn; ${tasks.length} tasks, ${total.toFixed(0)} ms in all, ` +
      `${tasks.filter((taskMs) => taskMs > LONG_TASK_MS).length} over ${LONG_TASK_MS} ms, longest ${longestMs.toFixed(1)} ms\n`,
  );
  expect(seen.renders).toBeGreaterThan(0);
  expect(seen.renders).toBeLessThanOrEqual(seen.frames);
  expect(longestMs).toBeLessThanOrEqual(LONG_TASK_MS);
  expect(page.faults).toEqual([]);
});

interface Observed {
  readonly frames: number;
  readonly renders: number;
  readonly longTasksMs: readonly number[];
}

/** A book of many levels, one of which changes each time, and a trade now and then. */
function change(model: string, sequence: number) {
  const side = (from: number, step: number) =>
    Array.from({ length: LEVELS }, (_, level) => {
      const quantity = level === 0 ? sequence : 10_000 + ((sequence * (level + 7)) % 9_000);
      return [((from + step * level) / 1_000_000).toString(), String(quantity)] as const;
    });
  return bookMessage(model, sequence, {
    asks: { 'us-east': side(500, 1) },
    bids: { any: side(490, -1) },
    trades: sequence % 10 === 0 ? [trade({ price: '0.0005' })] : [],
  });
}

async function observe(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const seen = (globalThis.seen = { frames: 0, renders: 0, longTasksMs: [] });
    const count = () => { seen.frames += 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);
    new MutationObserver(() => { seen.renders += 1; }).observe(
      document.querySelector('.instrument-book'),
      { subtree: true, childList: true, characterData: true },
    );
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longTasksMs.push(duration);
    }).observe({ type: 'longtask' });
  })()`);
}

function observed(page: Page): Promise<Observed> {
  return page.evaluate('globalThis.seen') as Promise<Observed>;
}
