/**
 * Redis has too few connections or too little memory for some seconds, or loses a part of its keys, while
 * chats and streams are under way: every key is answered, and charged once.
 */
import Redis from 'ioredis';
import { Exchange } from '../support/exchange';
import { Random, SEED } from '../support/random';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { INTERVENTION_TEST_MS, expectAnsweredAround } from './load-around';

const SHORT_MS = 3_000;

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
  try {
    await act();
  } finally {
    for (const [name, value] of before) await redis.config('SET', name, value);
  }
}

/** Redis keeps this test's connection, closes all others, and accepts none of them again. */
async function refuseConnections(): Promise<void> {
  await withRedis({ maxclients: '1' }, async () => {
    await redis.call('CLIENT', 'KILL', 'SKIPME', 'yes');
    await forAWhile();
  });
}

/** Deletes each of the keys with this chance, of whatever part of a book they are. */
async function deleteKeys(pattern: string, share: number): Promise<void> {
  const random = new Random(SEED);
  const keys = (await redis.keys(pattern)).filter(() => random.isLikely(share));
  expect(keys.length).toBeGreaterThan(0);
  await redis.del(...keys);
}

const SHORTAGES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['Redis accepts no connection for three seconds', refuseConnections],
  [
    'Redis evicts keys of books for three seconds',
    () => withRedis({ 'maxmemory-policy': 'allkeys-random', maxmemory: '1mb' }),
  ],
  ['the indexes of the asks are lost', () => deleteKeys('book:*:asks:*', 1)],
  ['some keys of Redis are lost', () => deleteKeys('*', 0.1)],
  ['every second key of Redis is lost', () => deleteKeys('*', 0.5)],
];

test.each(SHORTAGES)(
  `%s (seed ${SEED})`,
  async (name, intervene) => {
    await expectAnsweredAround(exchange, { name, intervene });
    await exchange.expectExact();
  },
  INTERVENTION_TEST_MS,
);
