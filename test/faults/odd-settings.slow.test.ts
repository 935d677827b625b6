/**
 * What administrators change on servers that others share, and change back: rights, passwords, roles, databases,
 * indexes and limits. Chats and streams under way are answered, and charged once.
 */
import Redis from 'ioredis';
import { mongo } from 'mongoose';
import { Exchange } from '../support/exchange';
import { SEED } from '../support/random';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { INTERVENTION_TEST_MS, expectAnsweredAround } from './load-around';

const CHANGED_MS = 3_000;

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
  // A user of its own, whose rights nobody changes.
  await redis.call('ACL', 'SETUSER', 'observer', 'on', '>observer', '~*', '&*', '+@all');
  await redis.call('AUTH', 'observer', 'observer');
  client = await mongo.MongoClient.connect(addresses.mongoUri);
});
afterAll(async () => {
  redis?.disconnect();
  await client?.close();
  await exchange?.stop();
  await servers?.stop();
});

async function forAWhile(change: () => Promise<unknown>, back: () => Promise<unknown>) {
  await change();
  try {
    const endsAtMs = Date.now() + CHANGED_MS;
    await until(() => Date.now() >= endsAtMs, { what: 'the end of the change' });
  } finally {
    await back();
  }
}

const user = (...rules: string[]) => redis.call('ACL', 'SETUSER', 'default', ...rules);
const closeAll = () => redis.call('CLIENT', 'KILL', 'SKIPME', 'yes');
const admin = () => client.db('admin');

async function expireAll(seconds: number): Promise<void> {
  for (const key of await redis.keysBuffer('*')) await redis.expire(key, seconds);
}

async function persistAll(): Promise<void> {
  for (const key of await redis.keysBuffer('*')) await redis.persist(key);
}

/** Until a worker has built them again. */
async function loseIndexes(): Promise<void> {
  const database = client.db(exchange.settings.MONGODB_DATABASE);
  const indexes = () => database.collection('asks').indexes();
  const before = await indexes();
  for (const { name, type } of await database.listCollections().toArray()) {
    if (type === 'collection' && !name.startsWith('system.')) {
      await database.collection(name).dropIndexes();
    }
  }
  const areBuilt = async () => (await indexes()).length === before.length;
  await until(areBuilt, { what: 'the indexes', timeoutMs: 60_000 });
}

/** The settings of the server as they were, afterwards. */
async function withParameters(parameters: Record<string, number>): Promise<void> {
  const names = Object.fromEntries(Object.keys(parameters).map((name) => [name, 1]));
  const before = await admin().command({ getParameter: 1, ...names });
  const former = Object.fromEntries(Object.keys(parameters).map((name) => [name, before[name]]));
  await forAWhile(
    () => admin().command({ setParameter: 1, ...parameters }),
    () => admin().command({ setParameter: 1, ...former }),
  );
}

const CHANGES: readonly (readonly [string, () => Promise<unknown>])[] = [
  [
    'Redis takes the rights to its keys away',
    () =>
      forAWhile(
        () => user('resetkeys'),
        () => user('~*'),
      ),
  ],
  [
    'Redis takes the rights to its functions away',
    () =>
      forAWhile(
        () => user('-@scripting'),
        () => user('+@all'),
      ),
  ],
  [
    'Redis wants a password',
    () =>
      forAWhile(
        async () => {
          await user('resetpass', '>secret');
          await closeAll();
        },
        () => user('nopass'),
      ),
  ],
  [
    'Redis becomes the replica of a server that does not exist',
    () =>
      forAWhile(
        () => redis.replicaof('127.0.0.1', 1),
        () => redis.replicaof('NO', 'ONE'),
      ),
  ],
  [
    'Redis swaps its database for an empty one',
    () =>
      forAWhile(
        () => redis.call('SWAPDB', 0, 9),
        () => redis.call('SWAPDB', 0, 9),
      ),
  ],
  ['every key of Redis shall end after a day', () => expireAll(86_400)],
  ['no key of Redis shall end', persistAll],
  ['Redis forgets its scripts', () => redis.script('FLUSH')],
  ['MongoDB loses its indexes', loseIndexes],
  [
    'MongoDB ends transactions after a second',
    () => withParameters({ transactionLifetimeLimitSeconds: 1 }),
  ],
];

test.each(CHANGES)(
  `%s (seed ${SEED})`,
  async (name, intervene) => {
    await expectAnsweredAround(exchange, { name, intervene });
    await exchange.expectExact();
  },
  INTERVENTION_TEST_MS,
);
