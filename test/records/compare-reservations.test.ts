/** I15: what a book holds back is a fill of the records that still needs it, or comes back in time. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import type { BookId } from '../../domain/instruments';
import { OrderBooks } from '../../engine/book';
import { type RedisClient, connectRedis } from '../../engine/connect-redis';
import { abandonReservation } from '../../exchange/books/book-writes';
import { compareReservations } from '../../exchange/books/compare-reservations';
import { reopening } from '../../exchange/books/reopening';
import { releaseToBook } from '../../exchange/books/release-to-book';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { testSettings } from '../support/environment';
import {
  MODEL,
  clearRecords,
  dropRecords,
  fundedAccount,
  placedAsk,
  reserve,
  settlement,
} from './scenario';

const BOOK: BookId = { modelId: MODEL, tenor: 'spot' };
const QUANTITY = 100;

let records: WritableRecords;
let redis: RedisClient;
let books: OrderBooks;
let askId: string;
let accountId: string;
beforeAll(async () => {
  const settings = await testSettings();
  records = await connectRecords(settings);
  redis = connectRedis(settings.redisUrl);
  books = new OrderBooks(redis);
});
beforeEach(async () => {
  await clearRecords(records);
  await redis.flushdb();
  accountId = await fundedAccount(records, 1_000_000_000_000n);
  askId = await placedAsk(records, { capacityTokens: 10_000 });
  await reopening(books, records).reopen(BOOK);
});
afterAll(async () => {
  redis.disconnect();
  await dropRecords(records);
});

/** @param meanwhile between both reads */
async function compared(meanwhile: () => Promise<unknown> = () => Promise.resolve()) {
  let reads = 0;
  const epochOf: OrderBooks['epochOf'] = async (book) => {
    reads += 1;
    if (reads === 2) await meanwhile();
    return books.epochOf(book);
  };
  const read = { epochOf, functions: books.functions };
  return compareReservations({ records, books: read, settings: { RESERVATION_LEASE_MS: 0 } }, 0);
}
const violatedBy = (fillId: string) => ({ status: 'violated', violations: 1, samples: [fillId] });

/** In the book alone. */
async function reservedInBook(): Promise<{ fillId: string; epoch: number }> {
  const fillId = uuidV7At(Date.now(), randomUUID());
  const answer = await books.reserve({
    book: BOOK,
    fillId,
    region: null,
    sellerId: null,
    quantityMinTokens: QUANTITY,
    quantityMaxTokens: QUANTITY,
    excludedSellerIds: [],
    limitPriceScale8: 1000000000000n,
  });
  if (answer.status !== 'reserved') throw new Error(answer.status);
  return { fillId, epoch: answer.epoch };
}

/** In the book and in the records. */
async function reserved(): Promise<string> {
  const { fillId, epoch } = await reservedInBook();
  await reserve(records, { accountId, askId, quantityTokens: QUANTITY, fillId, epoch });
  return fillId;
}
const releaseRecord = (fillId: string) =>
  records.ledger.releaseFill({ fillId, reason: 'seller_failed' });
const releaseInBook = (fillId: string, tokens: number) =>
  releaseToBook(books, { _id: fillId, ...BOOK }, tokens);

test('a reservation whose fill is reserved, used up, or was given back is sound', async () => {
  await reserved();
  await records.ledger.settleFill(settlement(await reserved(), QUANTITY));
  const partly = await reserved();
  await records.ledger.settleFill(settlement(partly, QUANTITY - 1));
  await releaseInBook(partly, 1);
  const released = await reserved();
  await releaseRecord(released);
  await releaseInBook(released, QUANTITY);
  expect(await compared()).toMatchObject({
    id: 'I15',
    status: 'ok',
    violations: 0,
    error: null,
  });
});

test('a reservation that became no fill is found', async () => {
  const { fillId } = await reservedInBook();
  expect(await compared()).toMatchObject(violatedBy(fillId));
});

test('a reservation with a tombstone is found', async () => {
  const { fillId, epoch } = await reservedInBook();
  await abandonReservation(records, { book: BOOK, fillId, askId, epoch });
  expect(await compared()).toMatchObject(violatedBy(fillId));
});

test('what an ended fill did not use is found', async () => {
  const fillId = await reserved();
  await records.ledger.settleFill(settlement(fillId, QUANTITY - 1));
  expect(await compared()).toMatchObject(violatedBy(fillId));
});

test('a released fill whose tokens the book still holds is found', async () => {
  const fillId = await reserved();
  await releaseRecord(fillId);
  expect(await compared()).toMatchObject(violatedBy(fillId));
});

test('a fill of another epoch has nothing of this reservation', async () => {
  const fillId = await reserved();
  await records.fills.updateOne({ _id: fillId }, { $inc: { epoch: 1 } });
  expect(await compared()).toMatchObject(violatedBy(fillId));
});

describe('a fill of a bid', () => {
  async function boughtByBid(): Promise<{ orderId: string; fillId: string }> {
    const orderId = uuidV7At(Date.now(), randomUUID());
    const bid = await books.bid({
      book: BOOK,
      orderId,
      region: null,
      excludedOwner: null,
      expiresAtMs: null,
      limitPriceScale8: 1000000000000n,
      quantityTokens: QUANTITY,
      timeInForce: 'GTC',
    });
    const fillId = bid.status === 'accepted' ? bid.fills[0]!.fillId : '';
    return { orderId, fillId };
  }
  const recordOrder = (orderId: string, status: 'open' | 'cancelled') =>
    records.contractOrders.insertOne({ _id: orderId, status, ...BOOK } as never);

  test('waits for the workflow of its open order', async () => {
    await recordOrder((await boughtByBid()).orderId, 'open');
    expect(await compared()).toMatchObject({ status: 'ok' });
  });

  test('of an order that has ended is found', async () => {
    const { orderId, fillId } = await boughtByBid();
    await recordOrder(orderId, 'cancelled');
    expect(await compared()).toMatchObject(violatedBy(fillId));
  });
});

test('what comes back, or becomes a fill, within the lease is no violation', async () => {
  const first = await reservedInBook();
  const release = { book: BOOK, fillId: first.fillId, quantityTokens: QUANTITY };
  expect(await compared(() => books.release(release))).toMatchObject({ status: 'ok' });
  const { fillId, epoch } = await reservedInBook();
  const record = () =>
    reserve(records, { accountId, askId, quantityTokens: QUANTITY, fillId, epoch });
  expect(await compared(record)).toMatchObject({ status: 'ok' });
});

test('a book that was rebuilt meanwhile, or is closed, has none; a Redis that is away is an error', async () => {
  const { epoch } = await reservedInBook();
  const rebuild = async () => {
    await books.invalidate(BOOK, epoch);
    await reopening(books, records).reopen(BOOK);
  };
  expect(await compared(rebuild)).toMatchObject({ status: 'ok' });
  const again = await reservedInBook();
  await books.invalidate(BOOK, again.epoch);
  expect(await compared()).toMatchObject({ status: 'ok' });
  const away = { epochOf: () => Promise.reject(new Error('Redis is away')) };
  const read = { functions: books.functions, ...away };
  const deps = { records, books: read, settings: { RESERVATION_LEASE_MS: 0 } };
  expect(await compareReservations(deps, 0)).toMatchObject({ error: 'Redis is away' });
});
