/** A seller's asks end together, however many there are, and their books are told. */
import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
import { uuidV7At } from '../../domain/ids';
import { OrderBooks } from '../../engine/book';
import type { AskDocument } from '../../records/documents/ask';
import { asDouble } from '../../records/collections';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { endAsks, withdrawAsks } from '../../records/standings/withdraw-asks';
import { testSettings } from '../support/environment';

const ASKS = 2_500;
const sellerId = randomUUID();

let records: WritableRecords;
let redis: Redis;
let books: OrderBooks;
beforeAll(async () => {
  const settings = await testSettings();
  records = await connectRecords(settings);
  redis = new Redis(settings.redisUrl);
  books = new OrderBooks(redis);
});
afterAll(async () => {
  redis.disconnect();
  await records.close();
});

function ask(at: number): AskDocument {
  const now = new Date();
  return {
    _id: uuidV7At(now.getTime() + at, randomUUID()),
    sellerId,
    surface: 'market',
    modelId: 'm',
    tenor: 'spot',
    region: 'global',
    priceScale8: 1n,
    status: 'active',
    capacityTokens: asDouble(10),
    remainingTokens: asDouble(7),
    soldTokens: asDouble(3),
    reservedTokens: asDouble(0),
    expiredTokens: asDouble(0),
    cancelledTokens: asDouble(0),
    lotTokens: asDouble(1),
    validForSeconds: asDouble(600),
    sequence: null,
    epoch: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 6e5),
  };
}

test('a bounded first part, then all of them; what is left of each is cancelled', async () => {
  await records.asks.insertMany(Array.from({ length: ASKS }, (_, at) => ask(at)));
  const other = { ...ask(0), sellerId: 'another' };
  await records.asks.insertOne(other);
  const active = () => records.asks.countDocuments({ sellerId, status: 'active' });

  await endAsks(records, sellerId, 1);
  expect(await active()).toBe(ASKS - 1_000);
  await withdrawAsks(records, books, sellerId);
  expect(await active()).toBe(0);
  const ended = { sellerId, status: 'cancelled', cancelledTokens: 7, remainingTokens: 0 } as const;
  expect(await records.asks.countDocuments(ended)).toBe(ASKS);
  expect(await records.asks.findOne({ _id: other._id })).toMatchObject({ status: 'active' });
});

test('done again it tells the books what a first time that was cut short did not', async () => {
  const told = new Set<string>();
  const index = { cancel: async ({ id }: { id: string }) => void told.add(id) };
  await withdrawAsks(records, index, sellerId);
  expect(told.size).toBe(ASKS);
});
