/** Asks whose book is lost again and again while they are placed. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import type { BookId } from '../../domain/instruments';
import { AskService } from '../../exchange/asks/ask-service';
import { askLimitsOf } from '../../exchange/asks/ask-terms';
import { openStores, type Stores } from '../../processes/parts';
import type { SellerDocument } from '../../records/seller';
import type { WritableRecords } from '../../records/connect';
import { newModel } from '../e2e/market';
import { testSettings } from '../support/environment';

let stores: Stores;
beforeAll(async () => {
  stores = await openStores(await testSettings(), pino({ level: 'silent' }));
});
afterAll(() => stores.close());

async function newSeller(modelId: string): Promise<SellerDocument> {
  const [_id, now] = [randomUUID(), new Date()];
  const records = stores.records as WritableRecords;
  await records.sellers.insertOne({
    ...{ _id, name: 'Seller', endpointUrl: `http://127.0.0.1:1/${_id}`, apiKeyHash: _id },
    ...{ owner: null, quotas: {}, supportedModels: [modelId], regions: ['us-east'] },
    ...{ standing: 'Active', registeredAt: now, updatedAt: now },
  });
  return (await records.sellers.findOne({ _id }))!;
}

test('an ask that a rebuild has placed is the answer: its key makes no other one', async () => {
  const modelId = newModel();
  const book: BookId = { modelId, tenor: 'spot' };
  const lossesMax = 3;
  let losses = 0;
  const reopen = async () => {
    await stores.reopen(book);
    if (++losses > lossesMax) return;
    const epoch = await stores.books.epochOf(book);
    await stores.books.invalidate(book, epoch!);
  };
  const asks = new AskService({ ...stores, reopen }, askLimitsOf(stores.settings));
  const askId = uuidV7();
  const made = await asks.create(askId, {
    ...{ seller: await newSeller(modelId), surface: 'market', ...book, region: null },
    ...{ priceScale8: 1_000n, capacityTokens: 1_000, validForSeconds: 300 },
    names: { model: 'model_id', quantity: 'capacity' },
  });
  expect(made._id).toBe(askId);
  expect(losses).toBe(lossesMax);
  expect(await stores.records.asks.findOne({ _id: askId })).toMatchObject({ status: 'active' });
});
