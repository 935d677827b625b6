/** What the answer of a seller's endpoint shows the operator: from which status on it fails, and how fast it is. */
import { randomUUID } from 'node:crypto';
import type { Settings } from '../../config/settings';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import { HealthProbe } from '../../exchange/probing/endpoint-checks';
import type { WritableRecords } from '../../records/connect';
import { SEALER, dropRecords, openRecords } from '../records/scenario';
import { type Seller, startSeller } from '../support/sellers/seller';

const SETTINGS = {
  local: true,
  CONNECT_TIMEOUT_MS: 20_000,
  HEALTH_PROBE_INTERVAL_MS: 3_600_000,
  HEALTH_PROBE_TIMEOUT_MS: 20_000,
  SELLER_SLEEP_AFTER_MS: 3_600_000,
} satisfies Partial<Settings>;

let records: WritableRecords;
let probe: HealthProbe;
/** Hosts whose budget is asked for. */
let asked: string[];
let isAllowed: boolean;
const failures: unknown[] = [];
const sellers: Seller[] = [];
beforeAll(async () => {
  records = await openRecords();
  probe = new HealthProbe({
    records,
    sealer: SEALER,
    budget: {
      take: async (endpointUrl) => {
        asked.push(endpointUrl);
        return isAllowed;
      },
    },
    endWorkflow: () => Promise.reject(new Error('nobody sleeps')),
    settings: SETTINGS,
    lookup: new NameResolver({ servers: [], local: true }).lookup,
    onError: (err) => failures.push(err),
  });
});
beforeEach(async () => {
  asked = [];
  isAllowed = true;
  await records.sellers.deleteMany({});
});
afterEach(() => Promise.all(sellers.splice(0).map((seller) => seller.close())));
afterAll(async () => {
  await probe.stop();
  await dropRecords(records);
  expect(failures).toEqual([]);
});

async function server(status: number): Promise<Seller> {
  const answer = ({ res }: { res: import('node:http').ServerResponse }) =>
    void res.writeHead(status).end();
  const started = await startSeller({ beforeBody: true, answer });
  sellers.push(started);
  return started;
}

/** A seller whose turn it is. */
async function due(endpointUrl: string): Promise<string> {
  const _id = randomUUID();
  await records.sellers.insertOne({
    _id,
    endpointUrl,
    apiKeyHash: _id,
    standing: 'Active',
    health: null,
    offers: 0,
    nextProbeAt: new Date(0),
    updatedAt: new Date(),
  } as never);
  return _id;
}

const healthOf = async (_id: string) => (await records.sellers.findOne({ _id }))!.health;

test.each([
  [200, 'answering'],
  [404, 'answering'],
  [499, 'answering'],
  [500, 'failing'],
  [503, 'failing'],
])('the status %i: %s', async (httpStatus, status) => {
  const id = await due((await server(httpStatus)).url);
  await probe.lookAtDue();
  expect(await healthOf(id)).toMatchObject({ status, httpStatus, detail: null });
});

test('an endpoint whose host has had its probes is not asked, and keeps what was seen of it', async () => {
  const seller = await server(200);
  const id = await due(seller.url);
  isAllowed = false;
  await probe.lookAtDue();
  expect(asked).toEqual([seller.url]);
  expect(seller.connections).toBe(0);
  expect(await healthOf(id)).toBeNull();
});
