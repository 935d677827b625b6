/** Somebody gives every key of Redis an end: that of a book's head is its clock. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import type { BookId } from '../../domain/instruments';
import { OrderBooks } from '../../engine/book';
import { connectRedis, type RedisClient } from '../../engine/connect-redis';
import { headKey } from '../../engine/keys';
import { rebuildBook } from '../../engine/rebuild';
import { lookAt } from '../../followers/relay/look';
import { testSettings } from '../support/environment';
import { SELLERS } from './world';

const DAY_MS = 86_400_000;

let redis: RedisClient;
let books: OrderBooks;
beforeAll(async () => {
  redis = connectRedis((await testSettings()).redisUrl);
  books = new OrderBooks(redis);
  await books.load();
});
afterAll(() => redis.disconnect());

/** A book with one ask that is valid for a minute. */
async function openedBook(epoch: number, book: BookId): Promise<void> {
  const ask = {
    askId: uuidV7At(Date.now(), randomUUID()),
    sellerId: SELLERS[0],
    owner: null,
    ...({
      region: 'us-east',
      priceScale8: 100n,
      sequence: 1,
    } as const),
    remainingTokens: 1e3,
    lotTokens: 10,
    expiresAtMs: Date.now() + 6e4,
  };
  await rebuildBook(books, book, async () => ({ epoch, asks: [ask], reservations: [] }));
}

const newBook = (): BookId => ({ modelId: `model-${randomUUID()}`, tenor: 'spot' });
const look = async (book: BookId) => (await lookAt(books.functions, [book], 'relay', 60_000))[0]!;

function reserved(book: BookId) {
  return books.reserve({
    book,
    fillId: uuidV7At(Date.now(), randomUUID()),
    region: null,
    sellerId: null,
    quantityMinTokens: 10,
    quantityMaxTokens: 10,
    limitPriceScale8: 100n,
    excludedSellerIds: [],
  });
}

test('a relay closes a book that does not tell the time, and nothing has expired in its successor', async () => {
  const book = newBook();
  await openedBook(1, book);
  await redis.pexpire(headKey(book), DAY_MS);
  const { lease, newest } = await look(book);
  expect(newest).toBeNull();
  expect(await books.epochOf(book)).toBeNull();
  for (const timeMs of [lease!.fence, lease!.nowMs])
    expect(Math.abs(timeMs - Date.now())).toBeLessThan(DAY_MS);
  await openedBook(2, book);
  expect(await reserved(book)).toMatchObject({ status: 'reserved', epoch: 2 });
});

test.each([-1, 1])('also one that is %i hour off', async (hours) => {
  const book = newBook();
  await openedBook(1, book);
  const endsAtMs = await redis.pexpiretime(headKey(book));
  await redis.pexpireat(headKey(book), endsAtMs + hours * 3_600_000);
  expect((await look(book)).newest).toBeNull();
  expect(await books.epochOf(book)).toBeNull();
});

test('a head without an end tells the time, too', async () => {
  const book = newBook();
  await openedBook(1, book);
  await redis.persist(headKey(book));
  expect((await look(book)).newest).toMatchObject({ epoch: 1 });
  expect(await reserved(book)).toMatchObject({ status: 'reserved', epoch: 1 });
});

test('a book says what its clock says, by which its fills are dated', async () => {
  const book = newBook();
  await openedBook(1, book);
  const beforeMs = Date.now();
  const nowMs = await books.now(book);
  // Its head tells the time to about a millisecond.
  expect(nowMs).toBeGreaterThanOrEqual(beforeMs - 1_000);
  expect(nowMs).toBeLessThanOrEqual(Date.now() + 1_000);
});
