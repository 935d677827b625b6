/** Asks that end while they are placed, and asks whose time is over before anybody has noted it. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { AskService } from '../../exchange/asks/ask-service';
import { askLimitsOf } from '../../exchange/asks/ask-terms';
import { openStores, type Stores } from '../../processes/parts';
import type { SellerDocument } from '../../records/documents/seller';
import type { WritableRecords } from '../../records/connect';
import { newModel } from '../e2e/market';
import { testSettings } from '../support/environment';

let stores: Stores;
let records: WritableRecords;
let book: BookId;
let seller: SellerDocument;
beforeAll(async () => {
  stores = await openStores(await testSettings(), pino({ level: 'silent' }));
  records = stores.records as WritableRecords;
});
beforeEach(async () => {
  book = { modelId: newModel(), tenor: 'spot' };
  const [_id, now] = [randomUUID(), new Date()];
  await records.sellers.insertOne({
    _id,
    name: 'Seller',
    endpointUrl: `http://127.0.0.1:1/${_id}`,
    apiKeyHash: _id,
    owner: null,
    quotas: {},
    supportedModels: [book.modelId],
    regions: ['us-east'],
    standing: 'Active',
    registeredAt: now,
    updatedAt: now,
  });
  seller = (await records.sellers.findOne({ _id }))!;
});
afterAll(() => stores.close());

const serviceOn = (books: OrderBooks = stores.books) =>
  new AskService({ ...stores, books }, askLimitsOf(stores.settings));

function create(service: AskService, askId: string) {
  return service.create(askId, {
    seller,
    surface: 'market',
    ...book,
    region: null,
    priceScale8: 1000n,
    capacityTokens: 1e3,
    validForSeconds: 300,
    names: {
      model: 'model_id',
      quantity: 'capacity',
    },
  });
}

const offered = async () => (await stores.books.levels({ book, region: null })).asks;

test('an ask that was withdrawn before its book has it does not stay in the book', async () => {
  const askId = uuidV7();
  const place: OrderBooks['place'] = async (ask) => {
    await serviceOn().cancel(askId, seller._id);
    return stores.books.place(ask);
  };
  const books = Object.create(stores.books, { place: { value: place } }) as OrderBooks;
  await stores.reopen(book);
  await create(serviceOn(books), askId);
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ status: 'cancelled' });
  expect(await offered()).toEqual([]);
});

test('an ask whose time is over is not found, and cannot be cancelled', async () => {
  const askId = uuidV7();
  const service = serviceOn();
  await create(service, askId);
  expect(await service.list(seller._id)).toHaveLength(1);
  await records.asks.updateOne({ _id: askId }, { $set: { expiresAt: new Date(Date.now() - 1) } });
  expect(await service.list(seller._id)).toEqual([]);
  await expect(service.cancel(askId, seller._id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ status: 'active' });
});
