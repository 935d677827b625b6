/** The catalog lists a model without orders for thirty days from its last trade. */
import { pino } from 'pino';
import { CatalogRoute } from '../../api/market/catalog';
import { openStores, type Stores } from '../../processes/parts';
import type { WritableRecords } from '../../records/connect';
import { newModel } from '../e2e/market';
import { testSettings } from '../support/environment';

const DAY_MS = 86_400_000;

let stores: Stores;
beforeAll(async () => {
  stores = await openStores(await testSettings(), pino({ level: 'silent' }));
});
afterAll(() => stores.close());

/** A model whose last trade was so many days ago. */
async function traded(daysAgo: number): Promise<string> {
  const { tickers } = stores.records as WritableRecords;
  const modelId = newModel();
  const series = { modelId, tenor: 'spot', region: 'us-east' };
  const lastAt = new Date(Date.now() - daysAgo * DAY_MS);
  const document = { _id: `${modelId}|spot|us-east`, ...series, lastPriceScale8: 1n, lastAt };
  await tickers.insertOne(document as never, { bypassDocumentValidation: true });
  return modelId;
}

async function listed(): Promise<string[]> {
  const texts: string[] = [];
  const res = {
    set: () => res,
    type: () => res,
    send: (text: string) => texts.push(text),
  };
  await new CatalogRoute(stores).show({ fresh: false } as never, res as never, {} as never);
  const { families } = JSON.parse(texts[0]!);
  return families.flatMap(({ instruments }: any) => instruments.map((one: any) => one.model_id));
}

test('a model that was traded lately is listed, and one of long ago is not', async () => {
  const [now, lately, long] = [await traded(0), await traded(29), await traded(31)];
  const models = await listed();
  expect(models).toEqual(expect.arrayContaining([now, lately]));
  expect(models).not.toContain(long);
});
