/** Asks that are sold while their book is lost again and again, before their request was answered. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import type { BookId } from '../../domain/instruments';
import { AskService } from '../../exchange/asks/ask-service';
import { askLimitsOf } from '../../exchange/asks/ask-terms';
import { openStores, type Stores } from '../../processes/parts';
import type { WritableRecords } from '../../records/connect';
import { newModel } from '../e2e/market';
import { fundedAccount, reserve, settlement } from '../records/scenario';
import { testSettings } from '../support/environment';

const CAPACITY_TOKENS = 1_000;

let stores: Stores;
let records: WritableRecords;
beforeAll(async () => {
  stores = await openStores(await testSettings(), pino({ level: 'silent' }));
  records = stores.records as WritableRecords;
});
afterAll(() => stores.close());

/** Creates an ask whose book is lost at each try to place it. */
async function createdIn(meanwhile: (askId: string, epoch: number) => Promise<void>) {
  const book: BookId = { modelId: newModel(), tenor: 'spot' };
  const [_id, now, askId] = [randomUUID(), new Date(), uuidV7()];
  await records.sellers.insertOne({
    ...{ _id, name: 'Seller', endpointUrl: `http://127.0.0.1:1/${_id}`, apiKeyHash: _id },
    ...{ owner: null, quotas: {}, supportedModels: [book.modelId], regions: ['us-east'] },
    ...{ standing: 'Active', registeredAt: now, updatedAt: now },
  });
  let isSold = false;
  const reopen = async () => {
    await stores.reopen(book);
    const epoch = (await stores.books.epochOf(book))!;
    if (!isSold) await meanwhile(askId, epoch);
    isSold = true;
    await stores.books.invalidate(book, epoch);
  };
  const asks = new AskService({ ...stores, reopen }, askLimitsOf(stores.settings));
  const created = asks.create(askId, {
    ...{ seller: (await records.sellers.findOne({ _id }))!, surface: 'market', ...book },
    ...{ region: null, priceScale8: 1_000n, capacityTokens: CAPACITY_TOKENS },
    ...{ validForSeconds: 300, names: { model: 'model_id', quantity: 'capacity' } },
  });
  return { askId, created };
}

async function sell(askId: string, epoch: number, quantityTokens: number): Promise<string> {
  const accountId = await fundedAccount(records, 10_000_000_000n);
  return reserve(records, { accountId, askId, quantityTokens, epoch });
}

test('one that was sold out is the answer: its key makes no other one', async () => {
  const { askId, created } = await createdIn(async (id, epoch) => {
    const fillId = await sell(id, epoch, CAPACITY_TOKENS);
    await records.ledger.settleFill(settlement(fillId, CAPACITY_TOKENS));
  });
  expect((await created)._id).toBe(askId);
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({
    ...{ status: 'filled', soldTokens: CAPACITY_TOKENS },
  });
});

test('so is one that was withdrawn after a part of it was sold', async () => {
  const { askId, created } = await createdIn(async (id, epoch) => {
    await sell(id, epoch, 400);
    await records.asks.updateOne({ _id: id }, { $set: { sequence: null } });
  });
  expect((await created)._id).toBe(askId);
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ reservedTokens: 400 });
});

test('one of which nothing was sold is withdrawn, and refused', async () => {
  const { askId, created } = await createdIn(async (id) => {
    const { sellerId } = (await records.asks.findOne({ _id: id }))!;
    await records.ledger.asks.cancel(id, sellerId);
  });
  await expect(created).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ status: 'cancelled' });
});
