/** The books with orders: of what is offered or wanted now, each under its own tenor. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { BookId } from '../../domain/instruments';
import type { Tenor } from '../../domain/tenors';
import { booksWithAsks, booksWithOrders } from '../../records/queries/live-books';
import { clearRecords, recordsForFile } from '../records/scenario';

const records = recordsForFile();
beforeEach(() => clearRecords(records));

const MANY = 100;

const SELLER = randomUUID();

async function ask(modelId: string, tenor: Tenor): Promise<string> {
  const askId = uuidV7();
  const createdAt = new Date();
  await records.ledger.asks.create({
    askId,
    sellerId: SELLER,
    surface: 'market',
    modelId,
    tenor,
    region: 'us-east',
    priceScale8: 100n,
    capacityTokens: 1e3,
    lotTokens: 1,
    validForSeconds: 3600,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 36e5),
  });
  return askId;
}

async function order(modelId: string, tenor: Tenor, status: 'open' | 'cancelled'): Promise<void> {
  const document = { _id: uuidV7(), modelId, tenor, status };
  await records.contractOrders.insertOne(document as never, { bypassDocumentValidation: true });
}

const named = (books: readonly BookId[]) =>
  books.map(({ modelId, tenor }) => `${modelId}|${tenor}`).toSorted();

test('asks that are active, once for each book', async () => {
  await ask('a', 'spot');
  await ask('a', 'spot');
  await ask('b', '7d');
  const ended = await ask('c', 'spot');
  await records.ledger.cancelAsk(ended, SELLER);
  expect(named(await booksWithAsks(records, MANY))).toEqual(['a|spot', 'b|7d']);
});

test('orders that are open, once for each book', async () => {
  await order('a', '7d', 'open');
  await order('a', '7d', 'open');
  await order('b', '30d', 'open');
  await order('c', '7d', 'cancelled');
  expect(named(await booksWithOrders(records, MANY))).toEqual(['a|7d', 'b|30d']);
});

test('so many of each tenor and no more', async () => {
  for (const modelId of ['a', 'b', 'c']) {
    await ask(modelId, 'spot');
    await ask(modelId, '7d');
  }
  const books = await booksWithAsks(records, 2);
  expect(books.filter(({ tenor }) => tenor === 'spot')).toHaveLength(2);
  expect(books.filter(({ tenor }) => tenor === '7d')).toHaveLength(2);
});
