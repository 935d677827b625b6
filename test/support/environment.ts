import { randomBytes } from 'node:crypto';
import Redis from 'ioredis';
import { type Settings, loadSettings } from '../../config/settings';
import { newSecrets } from '../../setup/local/credentials';
import type { Addresses } from './servers';
import { sharedServers } from './shared-servers';

/** Database 0 counts the assigned databases. */
const DATABASES = 1_024;
const COUNTER = 'databases-given';
/** Databases of MongoDB that earlier files have emptied. List, in Redis's database 0. */
const EMPTIED = 'emptied-databases';

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
    MONGODB_DATABASE: (isShared && (await emptiedDatabase())) || name,
    MONGODB_URI: addresses.mongoUri,
    REDIS_URL: await freshRedisUrl(addresses.redisUrl),
    TEMPORAL_ADDRESS: addresses.temporalAddress,
    PORT: '0',
    ADMIN_PORT: '0',
    LOG_LEVEL: 'warn',
  });
  return { ...settings, ...overrides };
}

/** A new database costs two hundred collections and indexes; null when none was emptied. */
function emptiedDatabase(): Promise<string | null> {
  return withFirst((redis) => redis.lpop(EMPTIED));
}

/** Another file may have this database of the shared server: it has collections and indexes, and no document. */
export async function keepEmptiedDatabase(name: string): Promise<void> {
  await withFirst((redis) => redis.rpush(EMPTIED, name));
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
