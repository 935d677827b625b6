/** How the parts of a process are joined: what a probe finds is held against, or for, its seller. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { type ExchangeParts, type Stores, buildExchange, openStores } from '../../processes/parts';
import type { SellerDocument } from '../../records/documents/seller';
import { writable } from '../../records/mongodb/writable';
import { type Temporal, connectTemporal } from '../../temporal/connection';
import { testSettings } from '../support/environment';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';

const MODEL = 'llama-3.1-8b';

let stores: Stores;
let temporal: Temporal;
let exchange: ExchangeParts;
let endpoint: Seller;
beforeAll(async () => {
  const settings = await testSettings({ PROBE_INTERVAL_MS: 20 });
  stores = await openStores(settings, pino({ level: 'silent' }));
  temporal = await connectTemporal(settings);
  exchange = buildExchange(stores, temporal);
  endpoint = await startSeller('error500');
});
afterAll(async () => {
  await exchange.close();
  await endpoint.close();
  await temporal.close();
  await stores.records.connection.dropDatabase();
  await stores.close();
});

async function registered(): Promise<string> {
  const _id = randomUUID();
  const seller: SellerDocument = {
    _id,
    name: 'Probed',
    endpointUrl: endpoint.url,
    apiKeyHash: _id,
    supportedModels: [MODEL],
    regions: [],
    standing: 'Active',
    owner: null,
    quotas: {},
    registeredAt: new Date(),
    updatedAt: new Date(),
  };
  await writable(stores.records.sellers).insertOne(seller);
  return _id;
}

test('a failed probe is counted as one, and its seller is judged; an answered one is not', async () => {
  const { deps } = exchange;
  const judged: string[] = [];
  const noted: unknown[] = [];
  const [failed, note] = [deps.standings.failed, deps.judging.note];
  deps.standings.failed = (sellerId) => {
    judged.push(sellerId);
    failed.call(deps.standings, sellerId);
  };
  deps.judging.note = (end) => {
    noted.push(end.end);
    note.call(deps.judging, end);
  };
  const sellerId = await registered();
  expect(await deps.probes.confirmBroken(sellerId, MODEL)).toBe(true);
  await until(() => noted.length >= 2, { what: 'two probes' });
  expect([noted, judged]).toEqual([
    ['failed', 'failed'],
    [sellerId, sellerId],
  ]);
  endpoint.setBehaviour('normal');
  expect(await deps.probes.confirmBroken(sellerId, MODEL)).toBe(false);
  expect([noted.slice(2), judged.slice(2)]).toEqual([['answered'], []]);
});
