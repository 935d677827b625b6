/** Books that were away: what was to be released comes back to them, and asks keep their places. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { BookId } from '../../domain/instruments';
import { OrderBooks } from '../../engine/book';
import { type RedisClient, connectRedis } from '../../engine/connect-redis';
import { reopening } from '../../exchange/books/reopening';
import { releaseToBook } from '../../exchange/books/release-to-book';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { testSettings } from '../support/environment';
import { MODEL, clearRecords, dropRecords, fundedAccount, placedAsk, reserve } from './scenario';

const BOOK: BookId = { modelId: MODEL, tenor: 'spot' };
const QUANTITY = 100;
const CAPACITY = 10_000;

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

const reopen = () => reopening(books, records).reopen(BOOK);

/** What rests in the book, by the ids of the asks. */
async function resting(): Promise<Map<string, number>> {
  const page = await books.orders({ book: BOOK, cursor: null });
  return new Map(
    page!.orders.flatMap((order) =>
      order.side === 'ask' ? [[order.askId, order.remainingTokens]] : [],
    ),
  );
}

test('a release waits for a book that is being rebuilt, and gives back once', async () => {
  const accountId = await fundedAccount(records, 1_000_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: CAPACITY });
  await reopen();
  const current = (await books.epochOf(BOOK))!;
  const fillId = uuidV7();
  const found = await books.reserve({
    book: BOOK,
    fillId,
    region: null,
    sellerId: null,
    excludedSellerIds: [],
    quantityMinTokens: QUANTITY,
    quantityMaxTokens: QUANTITY,
    limitPriceScale8: 1000000000000n,
  });
  if (found.status !== 'reserved') throw new Error(found.status);
  const terms = { accountId, askId, quantityTokens: QUANTITY, fillId, epoch: found.epoch };
  await reserve(records, terms);
  await records.ledger.releaseFill({ fillId, reason: 'seller_failed' });
  expect((await resting()).get(askId)).toBe(CAPACITY - QUANTITY);

  await books.invalidate(BOOK, current);
  const release = () => releaseToBook(books, { _id: fillId, ...BOOK }, QUANTITY);
  await expect(release()).rejects.toThrow(/rebuilt/);
  await reopen();
  expect(await books.epochOf(BOOK)).toBeGreaterThan(current);
  for (let times = 0; times < 2; times += 1) await release();
  expect((await resting()).get(askId)).toBe(CAPACITY);
});

test('asks that a rebuild has placed have their places in the records, and keep them', async () => {
  const createdAt = new Date();
  const ids = Array.from({ length: 3 }, () => uuidV7());
  for (const askId of ids) {
    await records.ledger.asks.create({
      askId,
      sellerId: randomUUID(),
      surface: 'market',
      ...BOOK,
      region: 'us-east',
      priceScale8: 100000000n,
      capacityTokens: CAPACITY,
      lotTokens: 1,
      createdAt,
      validForSeconds: 3600,
      expiresAt: new Date(createdAt.getTime() + 36e5),
    });
  }
  const places = async () => {
    const asks = await records.asks.find({ _id: { $in: ids } }).toArray();
    return asks.toSorted((a, b) => a.sequence! - b.sequence!).map(({ _id }) => _id);
  };
  await reopen();
  const epoch = (await books.epochOf(BOOK))!;
  expect(await records.asks.countDocuments({ sequence: { $ne: null }, epoch })).toBe(3);
  const first = await places();
  await books.invalidate(BOOK, epoch);
  await reopen();
  expect(await places()).toEqual(first);
  expect([...(await resting()).keys()].toSorted()).toEqual(ids.toSorted());
});
