/** A book decides only as the records have it: a lost or outdated one is rebuilt and read again. */
import type { BookId } from '../../domain/instruments';
import { OrderBooks } from '../../engine/book';
import { type RedisClient, connectRedis } from '../../engine/connect-redis';
import { rebuildBook } from '../../engine/rebuild';
import { readCurrent } from '../../exchange/books/current-read';
import { reopening } from '../../exchange/books/reopening';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { testSettings } from '../support/environment';
import { MODEL, clearRecords, dropRecords, placedAsk } from './scenario';

const BOOK: BookId = { modelId: MODEL, tenor: 'spot' };
const PRICE = 100_000_000n;

let records: WritableRecords;
let redis: RedisClient;
let books: OrderBooks;
beforeAll(async () => {
  const settings = await testSettings();
  records = await connectRecords(settings);
  redis = connectRedis(settings.redisUrl);
  books = new OrderBooks(redis);
});
beforeEach(async () => {
  await clearRecords(records);
  await redis.flushdb();
});
afterAll(async () => {
  redis.disconnect();
  await dropRecords(records);
});

/** The price of the best ask; undefined without a book. */
async function best(book = BOOK, parts: object = {}, patienceMs?: number) {
  const criteria = { book, region: null, sellerId: null, excludedSellerIds: [] };
  const deps = { books, ...reopening(books, records), ...parts };
  const answer = await readCurrent(deps, book, () => books.best(criteria), patienceMs);
  return answer === null ? undefined : (answer.ask?.priceScale8 ?? null);
}

test('a book that Redis lost is rebuilt before it answers', async () => {
  await placedAsk(records, { capacityTokens: 100 });
  expect(await best()).toBe(PRICE);
  await redis.flushdb();
  expect(await best()).toBe(PRICE);
});

test('a book in which nobody ever placed an order is not opened', async () => {
  expect(await best({ modelId: 'unknown', tenor: 'spot' })).toBeUndefined();
  expect(await books.epochOf({ modelId: 'unknown', tenor: 'spot' })).toBeNull();
});

test('a book of another epoch than that of the records does not count', async () => {
  await placedAsk(records, { capacityTokens: 100, epoch: 7 });
  const source = { epoch: 3, asks: [], reservations: [] }; // as it was before a restore
  await rebuildBook(books, BOOK, () => Promise.resolve(source));
  expect(await best()).toBe(PRICE);
  expect(await books.epochOf(BOOK)).toBe(await records.epochOf(BOOK));
});

test('a book that remains closed is an outage, and not an empty book', async () => {
  await placedAsk(records, { capacityTokens: 100 });
  const closed = { reopenKnown: () => Promise.resolve(true) };
  await expect(best(BOOK, closed, 50)).rejects.toMatchObject({ code: 'service_unavailable' });
});
