/** A halt is told once the book has it: while the book cannot be reached, there is none to tell of. */
import { pino } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { haltBook } from '../../exchange/books/halt-book';
import { openStores, type Stores } from '../../processes/parts';
import { newModel } from '../e2e/market';
import { testSettings } from '../support/environment';

const HALT = { reason: 'a test', actor: 'operator' };

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

/** Whether the book itself matches nothing. */
async function isHalted(): Promise<boolean> {
  const { status } = await stores.books.reserve({
    book,
    fillId: uuidV7(),
    quantityMinTokens: 1,
    quantityMaxTokens: 1,
    limitPriceScale8: 1n,
    region: null,
    sellerId: null,
    excludedSellerIds: [],
  });
  return status === 'halted';
}

test('a halt that the book did not get is refused for now, and its repetition halts the book', async () => {
  const halt: OrderBooks['halt'] = () => Promise.reject(new Error('Redis is away'));
  const books = Object.create(stores.books, { halt: { value: halt } }) as OrderBooks;
  const refusal = { code: 'service_unavailable' };
  await expect(haltBook({ ...stores, books }, book, HALT)).rejects.toMatchObject(refusal);
  expect(await isHalted()).toBe(false);
  await haltBook(stores, book, HALT);
  expect(await isHalted()).toBe(true);
  await haltBook(stores, book, null);
  expect(await isHalted()).toBe(false);
});
