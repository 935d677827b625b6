/** An ask of a new seller, created by the service itself, so that a test can replace its parts. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import { AskService, type AskServiceDeps } from '../../exchange/asks/ask-service';
import { askLimitsOf } from '../../exchange/asks/ask-terms';
import { openStores, type Stores } from '../../processes/parts';
import type { WritableRecords } from '../../records/connect';
import { newModel } from '../e2e/market';
import { testSettings } from '../support/environment';

export const CAPACITY_TOKENS = 1_000;

export async function openTestStores(): Promise<Stores> {
  return openStores(await testSettings(), pino({ level: 'silent' }));
}

/** @param partsFor what replaces the parts of the service */
export async function createOwnAsk(
  stores: Stores,
  partsFor: (askId: string, modelId: string) => Partial<AskServiceDeps>,
) {
  const [_id, now, askId, modelId] = [randomUUID(), new Date(), uuidV7(), newModel()];
  const { sellers } = stores.records as WritableRecords;
  await sellers.insertOne({
    _id,
    name: 'Seller',
    endpointUrl: `http://127.0.0.1:1/${_id}`,
    apiKeyHash: _id,
    owner: null,
    quotas: {},
    supportedModels: [modelId],
    regions: ['us-east'],
    standing: 'Active',
    registeredAt: now,
    updatedAt: now,
  });
  const deps = { ...stores, ...partsFor(askId, modelId) };
  const ask = new AskService(deps, askLimitsOf(stores.settings)).create(askId, {
    seller: (await sellers.findOne({ _id }))!,
    surface: 'market',
    modelId,
    tenor: 'spot',
    region: null,
    priceScale8: 1000n,
    capacityTokens: CAPACITY_TOKENS,
    validForSeconds: 300,
    names: {
      model: 'model_id',
      quantity: 'capacity',
    },
  });
  return { askId, ask };
}
