import { randomBytes } from 'node:crypto';
import Redis from 'ioredis';
import { type Settings, loadSettings } from '../../config/settings';
import { newSecrets } from '../../setup/local/credentials';
import type { Addresses } from './servers';
import { sharedServers } from './shared-servers';

/** Database 0 counts the assigned databases. */
const DATABASES = 1_024;
const COUNTER = 'databases-given';

/**
 * Complete settings for one test: a new database in MongoDB and in Redis, its own deployment name
 * in Temporal, free ports, new secrets.
 * @param addresses the servers to use; by default those that all tests share
 */
export async function testSettings(
  overrides: Partial<Settings> = {},
  addresses: Addresses = sharedServers().addresses,
): Promise<Settings> {
  const name = `test-${randomBytes(6).toString('hex')}`;
  const settings = loadSettings({
    ...newSecrets(),
    TOKENBOOK_DEPLOYMENT: name,
    MONGODB_DATABASE: name,
    MONGODB_URI: addresses.mongoUri,
    REDIS_URL: await freshRedisUrl(addresses.redisUrl),
    TEMPORAL_ADDRESS: addresses.temporalAddress,
    PORT: '0',
    ADMIN_PORT: '0',
    LOG_LEVEL: 'warn',
  });
  return { ...settings, ...overrides };
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
