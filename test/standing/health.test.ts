/** The look at sellers' endpoints: what is seen, through which wall, by how many, and that nothing follows from it. */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { v7 as uuidV7 } from 'uuid';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import { HostBudget, hostOf } from '../../fairness/host-budget';
import { HealthProbe, type HealthProbeDeps } from '../../exchange/probing/endpoint-checks';
import type { Settings } from '../../config/settings';
import type { WritableRecords } from '../../records/connect';
import type { SellerDocument } from '../../records/documents/seller';
import { NEVER, fallAsleep } from '../../exchange/sellers/sleep';
import { SEALER, dropRecords, openRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';

const SETTINGS = {
  local: true,
  CONNECT_TIMEOUT_MS: 500,
  HEALTH_PROBE_INTERVAL_MS: 60_000,
  HEALTH_PROBE_TIMEOUT_MS: 500,
  SELLER_SLEEP_AFTER_MS: 60_000,
} satisfies Partial<Settings>;
/** For what answers in the end, however busy this machine is. */
const PATIENT = { CONNECT_TIMEOUT_MS: 20_000, HEALTH_PROBE_TIMEOUT_MS: 20_000 };

let records: WritableRecords;
const opened: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  records = await openRecords();
});
beforeEach(() => records.sellers.deleteMany({}));
afterAll(async () => {
  await Promise.all(opened.map((close) => close()));
  await dropRecords(records);
});

const ended: string[] = [];

function probe(more: Partial<Settings> = {}, deps: Partial<HealthProbeDeps> = {}): HealthProbe {
  const made = new HealthProbe({
    records,
    sealer: SEALER,
    budget: { take: async () => true },
    endWorkflow: async ({ endpointUrl }) => void ended.push(endpointUrl),
    ...deps,
    settings: { ...SETTINGS, ...more },
    lookup: new NameResolver({ servers: [], local: true }).lookup,
    onError: (err) => {
      throw err;
    },
  });
  opened.push(() => made.stop());
  return made;
}

/** A seller whose turn it is. */
async function due(endpointUrl: string, more: Partial<SellerDocument> = {}): Promise<string> {
  const _id = randomUUID();
  const document = { _id, endpointUrl, apiKeyHash: _id, standing: 'Active', health: null };
  const times = { nextProbeAt: new Date(0), updatedAt: new Date() };
  await records.sellers.insertOne({ ...document, ...times, offers: 0, ...more } as never);
  return _id;
}

const found = (_id: string) => records.sellers.findOne({ _id });

const answering: Behaviour = {
  beforeBody: true,
  answer: ({ res }) => void res.writeHead(404).end('{}'),
};

async function server(behaviour: Behaviour): Promise<Seller> {
  const started = await startSeller(behaviour);
  opened.push(() => started.close());
  return started;
}

test('what answers, what fails, and what is silent', async () => {
  const up = await due((await server(answering)).url);
  const broken: Behaviour = {
    beforeBody: true,
    answer: ({ res }) => void res.writeHead(503).end(),
  };
  const failing = await due((await server(broken)).url);
  const silent: Behaviour = { beforeBody: true, answer: () => undefined };
  const hanging = await due((await server(silent)).url);
  const away = await due('http://127.0.0.1:9/v1');
  const before = await found(up);
  await probe({ ...PATIENT, HEALTH_PROBE_TIMEOUT_MS: 3_000 }).lookAtDue();
  expect((await found(up))!.health).toMatchObject({ status: 'answering', httpStatus: 404 });
  expect((await found(failing))!.health).toMatchObject({ status: 'failing', httpStatus: 503 });
  expect((await found(hanging))!.health).toMatchObject({ status: 'failing', detail: 'timeout' });
  expect((await found(away))!.health).toMatchObject({
    status: 'failing',
    httpStatus: null,
    detail: 'connect_failed',
  });
  // Nothing else was changed but the time of the next look.
  const { health, nextProbeAt, ...rest } = (await found(up))!;
  const { health: _none, nextProbeAt: _earlier, ...restBefore } = before!;
  expect(rest).toEqual(restBefore);
  expect(health!.latencyMs).toBeGreaterThanOrEqual(0);
  const waitMs = nextProbeAt!.getTime() - Date.now();
  expect(waitMs).toBeGreaterThan(20_000);
  expect(waitMs).toBeLessThan(90_000);
});

test('no look reaches a private address: loopback where it is not allowed, others never', async () => {
  const seller = await server(answering);
  const refused = [
    await due(seller.url),
    await due('https://10.0.0.1/v1'),
    await due('http://[::1]:9/v1'),
  ];
  await probe({ local: false }).lookAtDue();
  for (const id of refused) {
    expect((await found(id))!.health).toMatchObject({
      status: 'failing',
      detail: 'address_refused',
    });
  }
  expect(seller.connections).toBe(0);
});

test('a redirect is an answer, and is not followed', async () => {
  const target = await server(answering);
  const redirecting: Behaviour = {
    beforeBody: true,
    answer: ({ res }) => void res.writeHead(302, { location: target.url }).end(),
  };
  const id = await due((await server(redirecting)).url);
  await probe(PATIENT).lookAtDue();
  expect((await found(id))!.health).toMatchObject({ status: 'answering', httpStatus: 302 });
  expect(target.connections).toBe(0);
});

test('several processes share the looks; new sellers wait, banned ones are left alone', async () => {
  const seller = await server(answering);
  const ids = await Promise.all(Array.from({ length: 20 }, (_, at) => due(`${seller.url}/${at}`)));
  const banned = await due(`${seller.url}/banned`, { standing: 'Banned' });
  const fresh = await due(`${seller.url}/fresh`, { nextProbeAt: null });
  await Promise.all([1, 2, 3].map(() => probe(PATIENT)).map((each) => each.lookAtDue()));
  expect(seller.connections).toBeLessThanOrEqual(ids.length);
  for (const id of ids) expect((await found(id))!.health?.status).toBe('answering');
  expect((await found(banned))!.health).toBeNull();
  const { health, nextProbeAt } = (await found(fresh))!;
  expect(health).toBeNull();
  expect(nextProbeAt!.getTime()).toBeGreaterThan(Date.now() + 20_000);
});

test('an endless answer ends the look in its time', async () => {
  const endless = await due(
    (await server({ ...BEHAVIOURS.endlessHeaders(), beforeBody: true })).url,
  );
  const before = Date.now();
  await probe().lookAtDue();
  expect((await found(endless))!.health?.status).toBe('failing');
  expect(Date.now() - before).toBeLessThan(10_000);
});

describe('a seller that nobody uses', () => {
  const registeredAgo = (ms: number) => ({ updatedAt: new Date(Date.now() - ms) });
  const unused = registeredAgo(60_001);

  test('falls asleep: its workflow ends, and its endpoint is not looked at any more', async () => {
    const seller = await server(answering);
    const idle = await due(`${seller.url}/idle`, unused);
    const young = await due(`${seller.url}/young`, registeredAgo(30_000));
    await probe().lookAtDue();
    expect(ended).toContain(`${seller.url}/idle`);
    expect(ended).not.toContain(`${seller.url}/young`);
    expect((await found(idle))!.asleepSince).toBeInstanceOf(Date);
    expect((await found(idle))!.health).toBeNull();
    expect((await found(young))!.health?.status).toBe('answering');
    await probe(PATIENT).lookAtDue();
    expect((await found(idle))!.nextProbeAt).toEqual(NEVER);
  });

  test.each([
    ['an ask rests', (sellerId: string) => offered(sellerId)],
    ['a lot is open', (sellerId: string) => records.lots.insertOne(lotOf(sellerId) as never)],
    ['a fill is young', (sellerId: string) => records.fills.insertOne(fillOf(sellerId) as never)],
  ])('is none while %s', async (_what, use) => {
    const id = await due((await server(answering)).url, unused);
    await use(id);
    await probe(PATIENT).lookAtDue();
    const { health, asleepSince } = (await found(id))!;
    expect([health?.status, asleepSince ?? null]).toEqual(['answering', null]);
  });

  test('wakes with an ask, and is looked at again', async () => {
    const id = await due((await server(answering)).url, unused);
    await probe(PATIENT).lookAtDue();
    const asleep = await found(id);
    expect(asleep!.asleepSince).toBeInstanceOf(Date);
    await offered(id);
    await probe(PATIENT).lookAtDue();
    const { asleepSince, nextProbeAt } = (await found(id))!;
    expect(asleepSince).toBeNull();
    expect(nextProbeAt!.getTime()).toBeLessThan(Date.now() + 60_000);
    // One that was read as unused before its ask came stays awake.
    expect(await fallAsleep(records, asleep!)).toBe(false);
  });

  /** The ask of a seller, by the way that every ask comes. */
  async function offered(sellerId: string): Promise<void> {
    const createdAt = new Date();
    const { status } = await records.ledger.asks.offer({
      apiKeyHash: sellerId,
      ask: {
        askId: uuidV7(),
        sellerId,
        surface: 'market',
        modelId: 'llama-3.1-8b',
        tenor: 'spot',
        region: 'us-east',
        priceScale8: 1n,
        capacityTokens: 1_000,
        lotTokens: 1,
        validForSeconds: 60,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + 60_000),
      },
    });
    expect(status).toBe('offered');
  }
  const lotOf = (sellerId: string) => ({ _id: randomUUID(), sellerId, status: 'open' });
  const fillOf = (sellerId: string) => ({ _id: uuidV7(), sellerId, createdAt: new Date() });
});

test('looks at all endpoints of one host stay within its budget, whoever registered them', async () => {
  const [victim, other] = [await server(answering), await server(answering)];
  const settings = await testSettings();
  const redis = new Redis(settings.redisUrl);
  opened.push(async () => redis.disconnect());
  const ids = await Promise.all(Array.from({ length: 9 }, (_, at) => due(`${victim.url}/${at}`)));
  const alone = await due(other.url);
  const processes = [1, 2].map(() => probe({}, { budget: new HostBudget(redis, 4, 'probes') }));
  await Promise.all(processes.map((each) => each.lookAtDue()));
  const looked = await Promise.all(ids.map(found));
  expect(looked.filter((seller) => seller!.health !== null)).toHaveLength(4);
  expect((await found(alone))!.health?.status).toBe('answering');
});

test.each([
  ['https://a.example.com/v1', 'example.com'],
  ['https://b.c.example.com:8443/x', 'example.com'],
  ['https://a.example.co.uk/v1', 'example.co.uk'],
  ['https://a.abc.io/v1', 'abc.io'],
  ['https://93.184.216.34/v1', '93.184.216.34'],
  ['https://[2606:2800:220:1::1]/v1', '2606:2800:220:1::1'],
  ['http://127.0.0.1:9000/v1', '127.0.0.1:9000'],
])('the budget of %s is that of %s', (endpointUrl, host) => {
  expect(hostOf(endpointUrl)).toBe(host);
});
