/**
 * The disk of a server is full for a while, in the middle of its writes: requests that need it are told
 * to come again, nothing is lost or charged twice, and everything goes on when there is room.
 */
import { isRedisAway } from '../../engine/redis-away';
import { as, placeOrder, untilOrder } from '../contracts/market';
import { openMarket } from '../e2e/market';
import { Traffic, expectNothingLost } from '../replica-set/traffic';
import { evidence } from '../support/evidence';
import { Exchange } from '../support/exchange';
import { Scrape } from '../support/scrape';
import { type ServerName, type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { RedisMemory } from './redis-memory';
import { SmallDisk } from './small-disk';

const CALLERS = 4;
const ENOUGH = 20;
/** Of MongoDB: its journal takes 100 MB at a time. */
const MEGABYTES: Record<ServerName, number> = { mongod: 500, redis: 16, temporal: 64 };
const ADDRESSES = { mongod: 'mongoUri', redis: 'redisUrl', temporal: 'temporalAddress' } as const;
/** Come again, or too late for this request: it was not charged, and the client may repeat it. */
const REFUSALS: readonly number[] = [408, 503];

let disk: SmallDisk;
let servers: TestServers;
let exchange: Exchange;
let traffic: Traffic;

async function open(name: ServerName): Promise<void> {
  disk = await SmallDisk.mount(MEGABYTES[name]);
  const { binaries, addresses: shared } = sharedServers();
  servers = await startTestServers(binaries, { names: [name], dataFolder: disk.folder });
  const own = ADDRESSES[name];
  const addresses = { ...shared, [own]: servers.addresses[own] };
  const settings = { CHAT_QUOTA: 1_000_000 };
  exchange = await Exchange.start({ addresses, settings, gateways: 2, relay: true });
  traffic = new Traffic(exchange);
  await traffic.open(CALLERS);
  await answeredSince(0);
}

afterEach(async () => {
  await disk?.free();
  await traffic?.end();
  await exchange?.stop();
  await servers?.stop();
  await disk?.unmount();
});

const answeredSince = (sinceMs: number) =>
  until(() => traffic.acknowledged(sinceMs).length >= ENOUGH, {
    what: 'chats',
    timeoutMs: 12e4,
  });

const refusedSince = (sinceMs: number) =>
  until(() => traffic.refused(sinceMs).length >= ENOUGH, {
    what: 'refusals',
    timeoutMs: 12e4,
  });

const readiness = () => exchange.send('GET', '/readyz', { admin: true });

/** Chats are answered again, and what was answered before is in the ledger. */
async function expectAllGoesOn(name: ServerName, fullAtMs: number): Promise<void> {
  const roomAtMs = Date.now();
  await answeredSince(roomAtMs);
  await until(async () => (await readiness()).status === 200, { what: 'the gateway to be ready' });
  await traffic.end();
  evidence('disk', {
    name,
    pauseMs: traffic.pauseMs(roomAtMs),
    refused: traffic.refused(fullAtMs).length,
  });
  process.stdout.write(traffic.summary(`${name} without disk`, fullAtMs));
  const others = traffic.refused(0).filter(({ status }) => !REFUSALS.includes(status));
  expect(others).toEqual([]);
  await expectNothingLost(exchange, traffic);
  await exchange.expectSagasEnded();
  await exchange.expectBookAgrees();
}

test('of Redis: it refuses writes, and goes on by itself', async () => {
  await open('redis');
  const memory = new RedisMemory(servers.addresses.redisUrl);
  const fullAtMs = Date.now();
  await disk.fill();
  const refusal = await until(
    () =>
      memory.write().then(
        () => null,
        (err: Error) => err,
      ),
    {
      what: 'Redis to refuse writes',
    },
  );
  memory.close();
  expect(isRedisAway(refusal)).toBe(true);
  await refusedSince(fullAtMs);
  const { status, body } = await readiness();
  expect([status, body.checks.mongodb]).toEqual([503, 'ok']);
  expect(body.checks.redis).toMatch(/^MISCONF .*No space left/);
  expect((await Scrape.of(exchange)).value('tokenbook_ready', { part: 'redis' })).toBe(0);
  await disk.free();
  await expectAllGoesOn('redis', fullAtMs);
}, 300_000);

test('of MongoDB: it dies, and goes on where it was when it is started again', async () => {
  await open('mongod');
  const fullAtMs = Date.now();
  await disk.fill();
  await servers.exited('mongod');
  await refusedSince(fullAtMs);
  const { status, body } = await readiness();
  expect([status, body.checks.redis]).toEqual([503, 'ok']);
  expect((await Scrape.of(exchange)).value('tokenbook_ready', { part: 'mongodb' })).toBe(0);
  await disk.free();
  await servers.restart('mongod');
  await expectAllGoesOn('mongod', fullAtMs);
}, 300_000);

test('of Temporal: chats go on, orders are told to come again', async () => {
  await open('temporal');
  const { key, model } = await openMarket(exchange);
  let others = 0;
  const place = (idempotencyKey: string) =>
    placeOrder(exchange, key, { model_id: model }, idempotencyKey);
  const fullAtMs = Date.now();
  await disk.fill();
  const refused = await until(
    async () => {
      const answer = await place(`other-${(others += 1)}`);
      return answer.status === 200 ? null : answer;
    },
    { what: 'an order to be refused' },
  );
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, expect.any(String)]);
  await answeredSince(Date.now());
  expect((await place('once')).status).toBe(503);
  await disk.free();
  await expectAllGoesOn('temporal', fullAtMs);
  const placed = await until(
    async () => {
      const answer = await place('once');
      return answer.status === 200 ? answer : null;
    },
    { what: 'the order to be placed' },
  );
  await untilOrder(exchange, key, placed.body.order_id, { status: 'filled' });
  const { orders } = (await exchange.send('GET', '/market/v1/orders', as(key))).body;
  expect(orders.length).toBeLessThanOrEqual(others + 1);
}, 300_000);
