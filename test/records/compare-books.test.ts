/** I12: what a book offers is compared with the records, twice, and only what lasts is told. */
import type { BookId } from '../../domain/instruments';
import { OrderBooks } from '../../engine/book';
import { type RedisClient, connectRedis } from '../../engine/connect-redis';
import { compareBooks } from '../../exchange/books/compare-books';
import { reopening } from '../../exchange/books/reopening';
import { reconcile, recentExtent } from '../../exchange/maintenance/reconcile';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { testSettings } from '../support/environment';
import { MODEL, clearRecords, dropRecords, placedAsk } from './scenario';

const BOOK: BookId = { modelId: MODEL, tenor: 'spot' };

let records: WritableRecords;
let redis: RedisClient;
let books: OrderBooks;
let askId: string;
beforeAll(async () => {
  const settings = await testSettings();
  records = await connectRecords(settings);
  redis = connectRedis(settings.redisUrl);
  books = new OrderBooks(redis);
});
beforeEach(async () => {
  await clearRecords(records);
  await redis.flushdb();
  askId = await placedAsk(records, { capacityTokens: 10_000 });
  await placedAsk(records, { capacityTokens: 10_000 });
  await reopening(books, records).reopen(BOOK);
});
afterAll(async () => {
  redis.disconnect();
  await dropRecords(records);
});

/** @param meanwhile before the second read, and before each later one what follows it */
const compared = (...meanwhile: (() => Promise<unknown>)[]) => {
  let reads = 0;
  // The second read of the books begins when the first of them has happened.
  const orders: OrderBooks['orders'] = async (page) => {
    reads += 1;
    await meanwhile[reads - 2]?.();
    return books.orders(page);
  };
  const settings = { RESERVATION_LEASE_MS: 0 };
  return compareBooks({ records, books: { orders }, settings }, 0);
};
const change = (fields: object) => records.asks.updateOne({ _id: askId }, { $set: fields });
const violated = () => ({ id: 'I12', status: 'violated', violations: 1, samples: [askId] });

test('a book that offers what the records say is sound', async () => {
  expect(await compared()).toMatchObject({ id: 'I12', status: 'ok', violations: 0, error: null });
});

test('a token too many or too few is found', async () => {
  await change({ remainingTokens: 9_999 });
  expect(await compared()).toMatchObject(violated());
  await change({ remainingTokens: 10_001 });
  expect(await compared()).toMatchObject(violated());
});

test.each(['cancelled', 'expired', 'filled'])(
  'an ask on offer that is %s is found',
  async (status) => {
    await change({ status, remainingTokens: 0 });
    expect(await compared()).toMatchObject(violated());
  },
);

test('an ask that the book lost is found, unless it was never placed', async () => {
  await books.cancel({ book: BOOK, id: askId });
  expect(await compared()).toMatchObject(violated());
  await change({ sequence: null });
  expect(await compared()).toMatchObject({ status: 'ok' });
});

test('an order that is in the book, and in an index no more, is found', async () => {
  const { epoch } = (await books.orders({ book: BOOK, cursor: null }))!;
  const indexes = await redis.keys(`*:${epoch}:asks:*`);
  expect(indexes).toHaveLength(1);
  await redis.zremrangebyrank(indexes[0]!, 0, 0);
  expect(await compared()).toMatchObject(violated());
});

test('what is repaired or goes on meanwhile is no violation', async () => {
  await change({ remainingTokens: 9_000 });
  expect(await compared(() => change({ remainingTokens: 10_000 }))).toMatchObject({ status: 'ok' });
  await change({ remainingTokens: 9_000 });
  expect(await compared(() => change({ remainingTokens: 8_000 }))).toMatchObject({ status: 'ok' });
});

test('an ask whose tokens are reserved and returned again and again is no violation', async () => {
  const reserve = () => change({ remainingTokens: 9_000 });
  const release = () => change({ remainingTokens: 10_000 });
  await reserve();
  expect(await compared(reserve, reserve, release)).toMatchObject({ status: 'ok' });
});

test('an ask that is about to expire is left alone', async () => {
  await clearRecords(records);
  await redis.flushdb();
  askId = await placedAsk(records, { capacityTokens: 10_000, validForSeconds: 9 });
  await reopening(books, records).reopen(BOOK);
  await change({ remainingTokens: 1 });
  expect(await compared()).toMatchObject({ status: 'ok' });
});

test('a closed book is left to its rebuild, and a Redis that is away is an error', async () => {
  await change({ remainingTokens: 9_999 });
  await redis.flushdb();
  expect(await compared()).toMatchObject({ status: 'ok' });
  const away = { orders: () => Promise.reject(new Error('Redis is away')) };
  const deps = { records, books: away, settings: { RESERVATION_LEASE_MS: 0 } };
  expect(await compareBooks(deps, 0)).toMatchObject({ status: 'error', error: 'Redis is away' });
});

test('a run keeps the result with those of the records', async () => {
  await change({ remainingTokens: 9_999 });
  await reconcile(records, 'schedule', recentExtent(), async () => [await compared()]);
  const newest = await records.reconciliation.findOne({ _id: 'newest' });
  expect(newest?.results.find(({ id }) => id === 'I12')).toMatchObject(violated());
});
