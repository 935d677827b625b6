/** The catalog lists a model without orders for thirty days from its last trade. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { type CatalogLimits, CatalogRoute } from '../../api/market/catalog';
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
async function traded(daysAgo: number, tenor = 'spot'): Promise<string> {
  const { tickers } = stores.records as WritableRecords;
  const modelId = newModel();
  const series = { modelId, tenor, region: 'us-east' };
  const lastAt = new Date(Date.now() - daysAgo * DAY_MS);
  const document = { _id: `${modelId}|${tenor}|us-east`, ...series, lastPriceScale8: 1n, lastAt };
  await tickers.insertOne(document as never, { bypassDocumentValidation: true });
  return modelId;
}

async function instruments(limits?: CatalogLimits): Promise<any[]> {
  const route = new CatalogRoute(stores, limits);
  const app = express().get('/', (req, res) => route.show(req, res as never, {} as never));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  const { families } = (await answer.json()) as { families: any[] };
  server.close();
  return families.flatMap((family: any) => family.instruments);
}

async function listed(): Promise<string[]> {
  return (await instruments()).map((one) => one.model_id);
}

test('a model that was traded lately is listed, and one of long ago is not', async () => {
  const [now, lately, long] = [await traded(0), await traded(29), await traded(31)];
  const models = await listed();
  expect(models).toEqual(expect.arrayContaining([now, lately]));
  expect(models).not.toContain(long);
});

test('lists the forward books of the limit, those of the operator first', async () => {
  const known = stores.catalog.instruments[0]!.modelId;
  for (let made = 0; made < 3; made += 1) await traded(0, '7d');
  const { tickers } = stores.records as WritableRecords;
  const series = { modelId: known, tenor: '30d', region: 'us-east' };
  const document = {
    _id: `${known}|30d|us-east`,
    ...series,
    lastPriceScale8: 1n,
    lastAt: new Date(),
  };
  await tickers.insertOne(document as never, { bypassDocumentValidation: true });
  const forwards = async (count: number) =>
    (await instruments({ others: 1_000, forwards: count })).flatMap(
      ({ model_id: modelId, forwards: own = [] }) => own.map(() => modelId),
    );
  expect(await forwards(1)).toEqual([known]);
  expect(await forwards(4)).toHaveLength(4);
  expect(await forwards(5)).toHaveLength(4);
});
