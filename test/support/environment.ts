import { randomBytes } from 'node:crypto';
import Redis from 'ioredis';
import { mongo } from 'mongoose';
import { type Settings, loadSettings } from '../../config/settings';
import { newSecrets } from '../../setup/local/credentials';
import type { Addresses } from './servers';
import { sharedServers } from './shared-servers';

/** Database 0 counts the assigned databases. */
const DATABASES = 1_024;
const COUNTER = 'databases-given';
/** Databases of MongoDB that earlier files have emptied. List, in Redis's database 0. */
const EMPTIED = 'emptied-databases';
/** Databases that the files of this jest worker have, each with its file. Hash, in Redis's database 0. */
const GIVEN = `databases-of-worker-${process.env.JEST_WORKER_ID}`;

/**
 * Complete settings for one test: an empty database in MongoDB and a new one in Redis, its own deployment name
 * in Temporal, free ports, new secrets.
 * @param addresses the servers to use; by default those that all tests share
 */
export async function testSettings(
  overrides: Partial<Settings> = {},
  addresses: Addresses = sharedServers().addresses,
): Promise<Settings> {
  const name = `test-${randomBytes(6).toString('hex')}`;
  const isShared = addresses.mongoUri === sharedServers().addresses.mongoUri;
  const settings = loadSettings({
    ...newSecrets(),
    TOKENBOOK_DEPLOYMENT: name,
    MONGODB_DATABASE: isShared ? await sharedDatabase(name, addresses.mongoUri) : name,
    MONGODB_URI: addresses.mongoUri,
    REDIS_URL: await freshRedisUrl(addresses.redisUrl),
    TEMPORAL_ADDRESS: addresses.temporalAddress,
    PORT: '0',
    ADMIN_PORT: '0',
    LOG_LEVEL: 'warn',
  });
  return { ...settings, ...overrides };
}

/** A new database costs two hundred collections and indexes: one that an earlier file has emptied, or else a new one. */
async function sharedDatabase(name: string, mongoUri: string): Promise<string> {
  return withFirst(async (redis) => {
    const database = (await redis.lpop(EMPTIED)) ?? name;
    // The pool of exchanges belongs to no file.
    const file = (globalThis as { expect?: typeof expect }).expect?.getState().testPath;
    if (file) {
      await dropOfEarlierFiles(redis, file, mongoUri);
      await redis.hset(GIVEN, database, file);
    }
    return database;
  });
}

/** MongoDB keeps a file open for each collection and index: those of a whole run exceed the limit of many systems. */
async function dropOfEarlierFiles(redis: Redis, file: string, mongoUri: string): Promise<void> {
  const given = Object.entries(await redis.hgetall(GIVEN));
  const left = given.filter(([, of]) => of !== file).map(([database]) => database);
  if (left.length === 0) return;
  const client = new mongo.MongoClient(mongoUri);
  try {
    for (const database of left) await client.db(database).dropDatabase();
    await redis.hdel(GIVEN, ...left);
  } finally {
    await client.close();
  }
}

/** Another file may have this database of the shared server: it has collections and indexes, and no document. */
export async function keepEmptiedDatabase(name: string): Promise<void> {
  await withFirst((redis) => redis.multi().hdel(GIVEN, name).rpush(EMPTIED, name).exec());
}

async function withFirst<Result>(run: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(sharedServers().addresses.redisUrl);
  try {
    return await run(redis);
  } finally {
    redis.disconnect();
  }
}

async function freshRedisUrl(server: string): Promise<string> {
  const redis = new Redis(server);
  try {
    const given = await redis.incr(COUNTER);
    const index = 1 + ((given - 1) % (DATABASES - 1));
    await redis.select(index);
    await redis.flushdb();
    return `${server}/${index}`;
  } finally {
    redis.disconnect();
  }
}
