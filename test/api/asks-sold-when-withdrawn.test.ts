/** An ask whose book stays away is withdrawn, unless some of it is sold before that: then it stands. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import { fail } from '../../domain/errors';
import type { OrderBooks } from '../../engine/book';
import { AskService } from '../../exchange/asks/ask-service';
import { askLimitsOf } from '../../exchange/asks/ask-terms';
import { openStores, type Stores } from '../../processes/parts';
import { asDouble } from '../../records/collections';
import type { WritableRecords } from '../../records/connect';
import { newModel } from '../e2e/market';
import { testSettings } from '../support/environment';

let stores: Stores;
let records: WritableRecords;
beforeAll(async () => {
  stores = await openStores(await testSettings(), pino({ level: 'silent' }));
  records = stores.records as WritableRecords;
});
afterAll(() => stores.close());

/** An ask that its book does not take. @param meanwhile while it is withdrawn */
async function created(meanwhile: (askId: string) => Promise<unknown>) {
  const modelId = newModel();
  const [_id, now] = [randomUUID(), new Date()];
  await records.sellers.insertOne({
    ...{ _id, name: 'Seller', endpointUrl: `http://127.0.0.1:1/${_id}`, apiKeyHash: _id },
    ...{ owner: null, quotas: {}, supportedModels: [modelId], regions: ['us-east'] },
    ...{ standing: 'Active', registeredAt: now, updatedAt: now },
  });
  const seller = (await records.sellers.findOne({ _id }))!;
  const askId = uuidV7();
  const away: Pick<OrderBooks, 'cancel' | 'place'> = {
    place: () => Promise.reject(fail('service_unavailable')),
    cancel: async (order) => {
      await meanwhile(askId);
      return stores.books.cancel(order);
    },
  };
  const books = Object.create(stores.books, {
    place: { value: away.place },
    cancel: { value: away.cancel },
  }) as OrderBooks;
  const service = new AskService({ ...stores, books }, askLimitsOf(stores.settings));
  const ask = service.create(askId, {
    ...{ seller, surface: 'market', modelId, tenor: 'spot', region: null },
    ...{ priceScale8: 1_000n, capacityTokens: 1_000, validForSeconds: 300 },
    names: { model: 'model_id', quantity: 'capacity' },
  });
  return { askId, ask };
}

test('its seller is told of the ask when a rebuilt book has sold some of it', async () => {
  const sold = { soldTokens: asDouble(10), remainingTokens: asDouble(990) };
  const sell = (_id: string) => records.asks.updateOne({ _id }, { $set: sold });
  const { askId, ask } = await created(sell);
  expect(await ask).toMatchObject({ _id: askId });
});

test('and is refused when nothing is sold', async () => {
  const { askId, ask } = await created(() => Promise.resolve());
  await expect(ask).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ status: 'cancelled' });
});
