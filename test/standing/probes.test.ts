/** The probes of a seller: how many decide, when they end, and whom a fault of ours is held against. */
import { randomUUID } from 'node:crypto';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import { createSellerClient, type SellerClient } from '../../exchange/dispatch/seller-client';
import { HostBudget } from '../../fairness/host-budget';
import { type ProbeDeps, SellerProbes } from '../../exchange/probing/probes';
import { Redis } from 'ioredis';
import type { Settings } from '../../config/settings';
import type { WritableRecords } from '../../records/connect';
import type { SellerDocument } from '../../records/documents/seller';
import { SEALER, dropRecords, openRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';

const MODEL = 'llama-3.1-8b';
const INTERVAL_MS = 20;

let settings: Settings;
let records: WritableRecords;
let redis: Redis;
const opened: (() => unknown)[] = [];
beforeAll(async () => {
  settings = await testSettings();
  records = await openRecords();
  redis = new Redis(settings.redisUrl);
});
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});
afterAll(async () => {
  redis.disconnect();
  await dropRecords(records);
});

interface Told {
  readonly sellerId: string;
  readonly result: 'answered' | 'failed';
}

/** Probes of one process, with what they told of which seller. */
function process({ budget = 1_000, servers = [] as string[] } = {}) {
  const told: Told[] = [];
  const failures: unknown[] = [];
  const sellerClient: SellerClient = createSellerClient(settings, {
    lookup: new NameResolver({ servers, local: true }).lookup,
  });
  const deps: ProbeDeps = {
    records,
    settings: { ...settings, PROBE_INTERVAL_MS: INTERVAL_MS },
    sealer: SEALER,
    sellerClient,
    budget: new HostBudget(redis, budget, `probes-${randomUUID()}`),
    onResult: ({ _id: sellerId }, result) => told.push({ sellerId, result }),
    onError: (err) => failures.push(err),
  };
  const probes = new SellerProbes(deps);
  opened.push(async () => {
    probes.stop();
    await sellerClient.close();
    expect(failures).toEqual([]);
  });
  return { probes, told };
}

async function server(behaviour: Parameters<typeof startSeller>[0]): Promise<Seller> {
  const started = await startSeller(behaviour);
  opened.push(() => started.close());
  return started;
}

async function registered(endpointUrl: string): Promise<string> {
  const _id = randomUUID();
  const seller: SellerDocument = {
    _id,
    name: 'Probed',
    endpointUrl,
    apiKeyHash: _id,
    supportedModels: [MODEL],
    regions: [],
    standing: 'Active',
    owner: null,
    quotas: {},
    registeredAt: new Date(),
    updatedAt: new Date(),
  };
  await records.sellers.insertOne(seller);
  return _id;
}

const failedOf = async (_id: string) =>
  (await records.sellerProbes.findOne({ _id }))?.failed.length ?? 0;

test('a seller is broken when two probes fail', async () => {
  const seller = await server('error500');
  const id = await registered(`${seller.url}`);
  const { probes, told } = process();
  const [one, other] = await Promise.all([
    probes.confirmBroken(id, MODEL),
    probes.confirmBroken(id, MODEL),
  ]);
  expect([one, other]).toEqual([true, true]);
  expect(told.map(({ result }) => result)).toEqual(['failed', 'failed']);
  expect(seller.probes).toHaveLength(2);
});

test('a seller that answers the second probe is not broken', async () => {
  const seller = await server('error500');
  const id = await registered(seller.url);
  const { probes, told } = process();
  const broken = probes.confirmBroken(id, MODEL);
  await until(() => told.length === 1, { what: 'the first probe' });
  seller.setBehaviour('normal');
  expect(await broken).toBe(false);
  expect(told.map(({ result }) => result)).toEqual(['failed', 'answered']);
});

test('a probe that fails by a fault of ours says nothing about the seller', async () => {
  const id = await registered('https://seller.example.com/v1');
  const { probes, told } = process({ servers: ['127.0.0.1:9'] });
  expect(await probes.confirmBroken(id, MODEL)).toBe(false);
  expect(told).toEqual([]);
  expect(await failedOf(id)).toBe(0);
});

test('a suspected seller is probed until it answers, and then left alone', async () => {
  const [recovering, broken] = [await server('error500'), await server('error500')];
  const [id, other] = [await registered(recovering.url), await registered(broken.url)];
  const { probes, told } = process();
  const toldOf = (sellerId: string) => told.filter((one) => one.sellerId === sellerId);
  probes.suspect(id, MODEL);
  await until(() => toldOf(id).length >= 2, { what: 'a second probe' });
  recovering.setBehaviour('normal');
  await until(() => toldOf(id).at(-1)?.result === 'answered', { what: 'an answer' });
  const count = recovering.probes.length;
  // As often as it would have been asked again meanwhile.
  probes.suspect(other, MODEL);
  await until(() => toldOf(other).length === 8, { what: 'probes of another' });
  expect(recovering.probes).toHaveLength(count);
  expect(await failedOf(id)).toBe(toldOf(id).length - 1);
});

test('a host gets as many probes as its budget allows, whoever is suspected there', async () => {
  const host = await server('error500');
  const ids = await Promise.all([1, 2, 3].map((at) => registered(`${host.url}/${at}`)));
  const { probes, told } = process({ budget: 4 });
  for (const id of ids) probes.suspect(id, MODEL);
  const beside = await server('error500');
  const other = await registered(beside.url);
  probes.suspect(other, MODEL);
  await until(() => host.probes.length === 4, { what: 'the budget to be spent' });
  await until(() => told.filter(({ sellerId }) => sellerId === other).length === 4, {
    what: 'probes of another host',
  });
  expect(host.probes).toHaveLength(4);
});
