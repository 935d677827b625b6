/** Halts of many books, in the records and in the books: whose reason is whose, and what a repetition finishes. */
import Redis from 'ioredis';
import { v7 as uuidV7 } from 'uuid';
import { type BookId, bookName } from '../../domain/instruments';
import { OrderBooks } from '../../engine/book';
import { rebuildBook } from '../../engine/rebuild';
import { haltAllBooks, haltBook, haltInstrument } from '../../exchange/books/halt-book';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { testSettings } from '../support/environment';
import { clearRecords, dropRecords, openedBook } from './scenario';

const [ALPHA, BETA, GAMMA]: [BookId, BookId, BookId] = [
  { modelId: 'alpha', tenor: 'spot' },
  { modelId: 'alpha', tenor: '1d' },
  { modelId: 'beta', tenor: 'spot' },
];
const BOOKS = [ALPHA, BETA, GAMMA];

let records: WritableRecords;
let redis: Redis;
let books: OrderBooks;
beforeAll(async () => {
  const settings = await testSettings();
  records = await connectRecords(settings);
  redis = new Redis(settings.redisUrl);
  books = new OrderBooks(redis);
});
beforeEach(async () => {
  for (const book of BOOKS) {
    await openedBook(records, book);
    await reopen(book);
  }
});
afterEach(async () => {
  await redis.flushdb();
  await clearRecords(records);
});
afterAll(async () => {
  redis.disconnect();
  await dropRecords(records);
});

const reopen = async (book: BookId): Promise<void> => {
  await rebuildBook(books, book, records.loadBook);
};
const deps = () => ({ records, books, reopen });
const because = (reason: string) => ({ reason, actor: 'operator' });

/** Whether the book itself matches nothing, as the next reservation finds it. */
async function isHalted(book: BookId): Promise<boolean> {
  const { status } = await books.reserve({
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

/** Of each book its reason, null while it is open; the book itself and the records have to agree. */
async function reasons(): Promise<(string | null)[]> {
  const told: (string | null)[] = [];
  for (const book of BOOKS) {
    const stored = await records.books.findOne({ _id: bookName(book) });
    const reason = stored?.halt?.reason ?? null;
    expect([book, await isHalted(book)]).toEqual([book, reason !== null]);
    told.push(reason);
  }
  return told;
}

test('the end of a halt of all leaves the halts that books have for reasons of their own', async () => {
  await haltBook(deps(), ALPHA, because('its own'));
  await haltAllBooks(deps(), because('clocks'));
  expect(await reasons()).toEqual(['its own', 'clocks', 'clocks']);
  await haltBook(deps(), BETA, because('a wrong price')); // meanwhile
  await haltAllBooks(deps(), because('clocks'));
  expect(await reasons()).toEqual(['its own', 'a wrong price', 'clocks']);
  for (const _time of ['once', 'again']) {
    await haltAllBooks(deps(), null);
    expect(await reasons()).toEqual(['its own', 'a wrong price', null]);
  }
  await haltInstrument(deps(), 'alpha', null);
  expect(await reasons()).toEqual([null, null, null]);
});

test('a book is resumed by itself out of a halt of all', async () => {
  await haltAllBooks(deps(), because('clocks'));
  await haltBook(deps(), BETA, null);
  expect(await reasons()).toEqual(['clocks', null, 'clocks']);
});

test('the repetition of a halt whose process died behind the record finishes it', async () => {
  const halt = { ...because('clocks'), at: new Date(), isOfAll: true };
  await records.books.updateMany({}, { $set: { halt } });
  await haltAllBooks(deps(), because('clocks'));
  expect(await reasons()).toEqual(['clocks', 'clocks', 'clocks']);
  await records.books.updateMany({}, { $set: { halt: null } });
  await haltAllBooks(deps(), null);
  expect(await reasons()).toEqual([null, null, null]);
});

test('a halt and its end reach a book that Redis has lost', async () => {
  await redis.flushdb();
  await haltInstrument(deps(), 'alpha', because('a wrong price'));
  await reopen(GAMMA);
  expect(await reasons()).toEqual(['a wrong price', 'a wrong price', null]);
  await redis.flushdb();
  await haltAllBooks(deps(), because('clocks'));
  await haltInstrument(deps(), 'alpha', null);
  await reopen(GAMMA);
  expect(await reasons()).toEqual([null, null, 'clocks']);
});

test('an instrument without a book, and a book that was never opened, cannot be halted', async () => {
  await expect(haltInstrument(deps(), 'gamma', because('none'))).rejects.toMatchObject({
    code: 'not_found',
  });
  const unknown: BookId = { modelId: 'beta', tenor: '1h' };
  await expect(haltBook(deps(), unknown, because('none'))).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await records.books.countDocuments({})).toBe(BOOKS.length);
});
