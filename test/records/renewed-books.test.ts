/** Books that the operator doubts: each is built anew from the records, and not taken from a rebuild under way. */
import { pino } from 'pino';
import type { BookId } from '../../domain/instruments';
import { rebuildForOperator } from '../../exchange/books/renew-books';
import { openStores, type Stores } from '../../processes/parts';
import { newModel } from '../e2e/market';
import { testSettings } from '../support/environment';

let stores: Stores;
let book: BookId;
beforeAll(async () => {
  stores = await openStores(await testSettings(), pino({ level: 'silent' }));
});
beforeEach(async () => {
  book = { modelId: newModel(), tenor: 'spot' };
  await stores.reopen(book);
});
afterAll(() => stores.close());

const epochNow = () => stores.books.epochOf(book);

test('a book that is open is another one afterwards, with the epoch that is told', async () => {
  const before = (await epochNow())!;
  const { epoch } = await rebuildForOperator(stores, book);
  expect(epoch).toBeGreaterThan(before);
  expect(await epochNow()).toBe(epoch);
});

test('a rebuild that began before is not the one that the operator asked for', async () => {
  await stores.books.invalidate(book, (await epochNow())!);
  const opened: (number | null)[] = [];
  // The first one is under way: it may have read the records before they changed.
  const reopen = async (asked: BookId) => {
    await stores.reopen(asked);
    opened.push(await epochNow());
  };
  const { epoch } = await rebuildForOperator({ ...stores, reopen }, book);
  expect(epoch).toBeGreaterThan(opened[0]!);
  expect(await epochNow()).toBe(epoch);
});

test('a book that never was is not found, and not made', async () => {
  const unknown: BookId = { modelId: newModel(), tenor: 'spot' };
  const refusal = { code: 'not_found' };
  await expect(rebuildForOperator(stores, unknown)).rejects.toMatchObject(refusal);
  expect(await stores.books.epochOf(unknown)).toBeNull();
});
