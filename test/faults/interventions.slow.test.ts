/**
 * What somebody with access to a server may do to it, by mistake or to repair something else, while
 * chats and streams are under way: every key is answered, and charged once.
 */
import Redis from 'ioredis';
import { mongo } from 'mongoose';
import { Exchange } from '../support/exchange';
import { SEED } from '../support/random';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { INTERVENTION_TEST_MS, expectAnsweredAround } from './load-around';

let servers: TestServers;
let exchange: Exchange;
let redis: Redis;
let client: mongo.MongoClient;
beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries);
  const { addresses } = servers;
  const settings = { RESERVATION_LEASE_MS: 5_000, CHAT_QUOTA: 1_000_000 };
  exchange = await Exchange.start({ addresses, gateways: 2, relay: true, settings });
  redis = new Redis(addresses.redisUrl, { maxRetriesPerRequest: 3 });
  client = await mongo.MongoClient.connect(addresses.mongoUri);
});
afterAll(async () => {
  redis?.disconnect();
  await client?.close();
  await exchange?.stop();
  await servers?.stop();
});

const admin = () => client.db('admin');

async function killOperations(): Promise<void> {
  const running = await admin()
    .aggregate<{ opid: number }>([
      { $currentOp: {} },
      { $match: { op: { $ne: 'none' }, opid: { $type: 'number' } } },
    ])
    .toArray();
  for (const { opid } of running) await admin().command({ killOp: 1, op: opid });
}

async function lockWrites(forMs: number): Promise<void> {
  await admin().command({ fsync: 1, lock: true });
  const unlocksAtMs = Date.now() + forMs;
  await until(() => Date.now() >= unlocksAtMs, { what: 'the end of the lock' });
  await admin().command({ fsyncUnlock: 1 });
}

const INTERVENTIONS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['Redis forgets its functions', () => redis.call('FUNCTION', 'FLUSH')],
  ['Redis is emptied', () => redis.flushall()],
  ['Redis closes all connections', () => redis.call('CLIENT', 'KILL', 'TYPE', 'normal')],
  ['Redis closes all subscriptions', () => redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')],
  ['Redis answers nobody for three seconds', () => redis.client('PAUSE', 3_000, 'ALL')],
  ['Redis accepts no writes for three seconds', () => redis.client('PAUSE', 3_000, 'WRITE')],
  ['Redis rewrites its log', () => redis.bgrewriteaof()],
  ['MongoDB ends all sessions', () => admin().command({ killAllSessions: [] })],
  ['MongoDB ends all operations', killOperations],
  ['MongoDB accepts no writes for three seconds', () => lockWrites(3_000)],
  ['MongoDB forgets its query plans', forgetPlans],
  [
    'the primary of MongoDB steps down',
    () => admin().command({ replSetStepDown: 1, secondaryCatchUpPeriodSecs: 0, force: true }),
  ],
];

async function forgetPlans(): Promise<void> {
  const database = client.db(exchange.settings.MONGODB_DATABASE);
  for (const { name } of await database.listCollections().toArray()) {
    await database.command({ planCacheClear: name });
  }
}

test.each(INTERVENTIONS)(
  `%s (seed ${SEED})`,
  (name, intervene) => expectAnsweredAround(exchange, { name, intervene }),
  INTERVENTION_TEST_MS,
);
