/** The look at sellers' endpoints: what is seen, through which wall, by how many, and that nothing follows from it. */
import { randomUUID } from 'node:crypto';
import { NameResolver } from '../../activities/dispatch/name-resolver';
import { HealthProbe } from '../../activities/seller-health';
import type { Settings } from '../../config/settings';
import type { Records } from '../../records/connect';
import type { SellerDocument } from '../../records/seller';
import { dropRecords, openRecords } from '../records/scenario';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';

const SETTINGS = {
  local: true,
  CONNECT_TIMEOUT_MS: 500,
  HEALTH_PROBE_INTERVAL_MS: 60_000,
  HEALTH_PROBE_TIMEOUT_MS: 500,
} satisfies Partial<Settings>;

let records: Records;
const opened: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  records = await openRecords();
});
beforeEach(() => records.sellers.deleteMany({}));
afterAll(async () => {
  await Promise.all(opened.map((close) => close()));
  await dropRecords(records);
});

function probe(more: Partial<Settings> = {}): HealthProbe {
  const made = new HealthProbe({
    records,
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
  await records.sellers.insertOne({ ...document, nextProbeAt: new Date(0), ...more } as never);
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
  await probe().lookAtDue();
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
  await probe().lookAtDue();
  expect((await found(id))!.health).toMatchObject({ status: 'answering', httpStatus: 302 });
  expect(target.connections).toBe(0);
});

test('several processes share the looks; new sellers wait, banned ones are left alone', async () => {
  const seller = await server(answering);
  const ids = await Promise.all(Array.from({ length: 20 }, (_, at) => due(`${seller.url}/${at}`)));
  const banned = await due(`${seller.url}/banned`, { standing: 'Banned' });
  const fresh = await due(`${seller.url}/fresh`, { nextProbeAt: null });
  await Promise.all([probe(), probe(), probe()].map((each) => each.lookAtDue()));
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
