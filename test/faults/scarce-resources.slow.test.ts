/**
 * Connections, file descriptors or memory run short for some seconds, or a part of a book is lost, while
 * chats and streams are under way: every key is answered, and charged once.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import Redis from 'ioredis';
import { Exchange } from '../support/exchange';
import { Random, SEED } from '../support/random';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { INTERVENTION_TEST_MS, expectAnsweredAround } from './load-around';

const SHORT_MS = 3_000;
const run = promisify(execFile);

let servers: TestServers;
let exchange: Exchange;
let redis: Redis;
beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries, { names: ['redis'] });
  const addresses = { ...sharedServers().addresses, redisUrl: servers.addresses.redisUrl };
  const settings = { RESERVATION_LEASE_MS: 5_000, CHAT_QUOTA: 1_000_000 };
  exchange = await Exchange.start({ addresses, gateways: 2, relay: true, settings });
  redis = new Redis(exchange.settings.redisUrl, { maxRetriesPerRequest: 3 });
});
afterAll(async () => {
  redis?.disconnect();
  await exchange?.stop();
  await servers?.stop();
});

async function forAWhile(): Promise<void> {
  const endsAtMs = Date.now() + SHORT_MS;
  await until(() => Date.now() >= endsAtMs, { what: 'the end of the shortage' });
}

/** Settings of Redis for some seconds. */
async function withRedis(settings: Readonly<Record<string, string>>, act = forAWhile) {
  const before = new Map<string, string>();
  for (const [name, value] of Object.entries(settings)) {
    const [, current = ''] = (await redis.config('GET', name)) as string[];
    before.set(name, current);
    await redis.config('SET', name, value);
  }
  await act();
  for (const [name, value] of before) await redis.config('SET', name, value);
}

/** Redis keeps this test's connection, closes all others, and accepts none of them again. */
async function refuseConnections(): Promise<void> {
  await withRedis({ maxclients: '1' }, async () => {
    await redis.call('CLIENT', 'KILL', 'SKIPME', 'yes');
    await forAWhile();
  });
}

/** Deletes each key with this chance, of whatever part of a book it is. */
async function deleteKeys(share: number): Promise<void> {
  const random = new Random(SEED);
  const keys = (await redis.keys('*')).filter(() => random.isLikely(share));
  expect(keys.length).toBeGreaterThan(0);
  await redis.del(...keys);
}

/** The gateways can open no further file or connection, and lose those to Redis. */
async function withoutDescriptors(): Promise<void> {
  const pids = exchange.gateways.map(({ pid }) => String(pid));
  const limit = (pid: string, value: string) =>
    run('prlimit', ['--pid', pid, `--nofile=${value}`]).then(() => undefined);
  const { stdout } = await run('prlimit', [
    ...['--pid', pids[0]!, '--nofile', '--noheadings', '--output', 'SOFT'],
  ]);
  for (const pid of pids) await limit(pid, '3:');
  await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await forAWhile();
  for (const pid of pids) await limit(pid, `${stdout.trim()}:`);
}

const SHORTAGES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['Redis accepts no connection for three seconds', refuseConnections],
  [
    'Redis evicts keys of books for three seconds',
    () => withRedis({ 'maxmemory-policy': 'allkeys-random', maxmemory: '1mb' }),
  ],
  ['one of ten keys of Redis is lost', () => deleteKeys(0.1)],
  ['every second key of Redis is lost', () => deleteKeys(0.5)],
  ['gateways may open no file or connection for three seconds', withoutDescriptors],
];

test.each(SHORTAGES)(
  `%s (seed ${SEED})`,
  async (name, intervene) => {
    await expectAnsweredAround(exchange, { name, intervene });
    await exchange.expectExact();
  },
  INTERVENTION_TEST_MS,
);
