/** When an ask begins and ends is MongoDB's to say, however wrong the clock of its gateway is. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import { AskService } from '../../exchange/asks/ask-service';
import { askLimitsOf } from '../../exchange/asks/ask-terms';
import { openStores, type Stores } from '../../processes/parts';
import type { WritableRecords } from '../../records/connect';
import { newModel } from '../e2e/market';
import { testSettings } from '../support/environment';

const HOUR_MS = 3_600_000;
const VALID_SECONDS = 300;
const RealDate = Date;

let stores: Stores;
let records: WritableRecords;
beforeAll(async () => {
  stores = await openStores(await testSettings(), pino({ level: 'silent' }));
  records = stores.records as WritableRecords;
});
afterEach(() => {
  global.Date = RealDate;
});
afterAll(() => stores.close());

/** From now on the clock of this process is wrong. */
function setClock(wrongByMs: number): void {
  global.Date = class extends RealDate {
    constructor(...args: []) {
      super(...((args.length === 0 ? [RealDate.now() + wrongByMs] : args) as []));
    }
    static override now = () => RealDate.now() + wrongByMs;
  } as DateConstructor;
}

test.each([HOUR_MS, -HOUR_MS])(
  'an ask lasts as long as it states, by however much its gateway is wrong (%i ms)',
  async (wrongByMs) => {
    const modelId = newModel();
    const [_id, now] = [randomUUID(), new Date()];
    await records.sellers.insertOne({
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
    const seller = (await records.sellers.findOne({ _id }))!;
    const service = new AskService(stores, askLimitsOf(stores.settings));
    setClock(wrongByMs);
    const { _id: askId } = await service.create(uuidV7(), {
      seller,
      surface: 'market',
      modelId,
      tenor: 'spot',
      region: null,
      priceScale8: 1000n,
      capacityTokens: 1e3,
      validForSeconds: VALID_SECONDS,
      names: {
        model: 'model_id',
        quantity: 'capacity',
      },
    });
    global.Date = RealDate;
    const { createdAt, expiresAt } = (await records.asks.findOne({ _id: askId }))!;
    expect(Math.abs(createdAt.getTime() - Date.now())).toBeLessThan(HOUR_MS / 2);
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(VALID_SECONDS * 1_000);
    expect(await service.list(seller._id)).toHaveLength(1);
  },
);
