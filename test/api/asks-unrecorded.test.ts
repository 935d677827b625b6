/** An ask that crosses while nothing can be recorded is answered with what its book has left. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import type { OrderBooks } from '../../engine/book';
import { AskService } from '../../exchange/asks/ask-service';
import { askLimitsOf } from '../../exchange/asks/ask-terms';
import { openStores, type Stores } from '../../processes/parts';
import { asDouble } from '../../records/collections';
import type { WritableRecords } from '../../records/connect';
import { newModel } from '../e2e/market';
import { testSettings } from '../support/environment';

const CAPACITY_TOKENS = 1_000;
const LEFT_TOKENS = 400;
/** Of which a creation waits ten when all can be reached. */
const WITHIN_MS = 8_000;

let stores: Stores;
let records: WritableRecords;
beforeAll(async () => {
  stores = await openStores(await testSettings(), pino({ level: 'silent' }));
  records = stores.records as WritableRecords;
});
afterAll(() => stores.close());

/** An ask whose book sells a part of it at once. */
async function created(readiness: (askId: string) => Promise<{ readonly ready: boolean }>) {
  const modelId = newModel();
  const [_id, now] = [randomUUID(), new Date()];
  await records.sellers.insertOne({
    ...{ _id, name: 'Seller', endpointUrl: `http://127.0.0.1:1/${_id}`, apiKeyHash: _id },
    ...{ owner: null, quotas: {}, supportedModels: [modelId], regions: ['us-east'] },
    ...{ standing: 'Active', registeredAt: now, updatedAt: now },
  });
  const seller = (await records.sellers.findOne({ _id }))!;
  const askId = uuidV7();
  const place = async () =>
    ({ status: 'placed', sequence: 1, epoch: 1, remainingTokens: LEFT_TOKENS }) as const;
  const books = Object.create(stores.books, { place: { value: place } }) as OrderBooks;
  const deps = { ...stores, books, readiness: () => readiness(askId) };
  return new AskService(deps, askLimitsOf(stores.settings)).create(askId, {
    ...{ seller, surface: 'market', modelId, tenor: 'spot', region: null },
    ...{ priceScale8: 1_000n, capacityTokens: CAPACITY_TOKENS, validForSeconds: 300 },
    names: { model: 'model_id', quantity: 'capacity' },
  });
}

test('without a wait for what cannot come', async () => {
  const startedAtMs = performance.now();
  const ask = await created(async () => ({ ready: false }));
  expect(performance.now() - startedAtMs).toBeLessThan(WITHIN_MS);
  expect(ask).toMatchObject({ status: 'active', remainingTokens: LEFT_TOKENS });
});

test('and as it is recorded, while all parts can be reached', async () => {
  const soldTokens = CAPACITY_TOKENS - LEFT_TOKENS;
  const sold = { soldTokens: asDouble(soldTokens), remainingTokens: asDouble(LEFT_TOKENS) };
  let looks = 0;
  const ask = await created(async (askId) => {
    if ((looks += 1) === 2) await records.asks.updateOne({ _id: askId }, { $set: sold });
    return { ready: true };
  });
  expect(looks).toBe(2);
  expect(ask).toMatchObject({ remainingTokens: LEFT_TOKENS, soldTokens });
});
