/** Book data that many clients poll: computed once for all of them, never old, and no failure stays. */
import { BookMemory } from '../../api/market/book-memory';
import type { BookId } from '../../domain/instruments';
import { ChatSteps } from '../chats/steps';

const CALLERS = 50;

const steps = ChatSteps.forFile();
let book: BookId;
let memory: BookMemory<number>;
/** The views in which the book itself was read. */
let readings: string[];
beforeEach(async () => {
  steps.useNewBook();
  await steps.ask(1_000);
  const { modelId } = await steps.order();
  book = { modelId, tenor: 'spot' };
  memory = new BookMemory(steps.stores.books);
  readings = [];
});

const recall = (view = 'any') =>
  memory.recall(book, view, () => {
    readings.push(view);
    return steps.offered();
  });

test('who has just placed an ask sees it, however often the book was read before', async () => {
  for (let asks = 1; asks <= 5; asks += 1) {
    expect(await recall()).toBe(1_000 * asks);
    await steps.ask(1_000);
  }
});

test('those who ask together share a reading, and each view has its own', async () => {
  const together = (view: string) =>
    Promise.all(Array.from({ length: CALLERS }, () => recall(view)));
  expect(new Set(await together('any'))).toEqual(new Set([1_000]));
  expect(readings.length).toBeLessThan(CALLERS);
  await together('eu-west');
  expect(readings).toContain('eu-west');
});

test('a reading that failed is told to those who shared it, and the next one begins anew', async () => {
  const fail = () => Promise.reject(new Error('the reading failed'));
  const failing = () => memory.recall(book, 'any', fail);
  const told = await Promise.allSettled(Array.from({ length: CALLERS }, failing));
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(await recall()).toBe(1_000);
});

test('the first ask of a book is seen by those who have read it empty', async () => {
  steps.useNewBook();
  const { modelId } = await steps.order();
  book = { modelId, tenor: 'spot' };
  expect(await recall()).toBe(0);
  await steps.ask(1_000);
  expect(await recall()).toBe(1_000);
});
