/**
 * Whose order books a Redis holds: books and channels of all markets have the same names. MongoDB and
 * Temporal are kept apart by names (config/mode.ts).
 */
import type { RedisClient } from './connect-redis';
import { redisKey } from './redis-keys';

interface Market {
  readonly TOKENBOOK_MODE: string;
  readonly TOKENBOOK_DEPLOYMENT: string;
  readonly MONGODB_DATABASE: string;
}

/** Its database in MongoDB, and its deployment. */
export function marketOf({ TOKENBOOK_DEPLOYMENT, MONGODB_DATABASE }: Market): string {
  return `${MONGODB_DATABASE}/${TOKENBOOK_DEPLOYMENT}`;
}

/** The market and the mark of its deployment; null for a Redis that no market has claimed. */
export function marketIn(redis: Pick<RedisClient, 'get'>): Promise<string | null> {
  return redis.get(redisKey('market'));
}

/**
 * @param mark of the deployment
 * @throws Error for the Redis of another market
 */
export async function claimRedis(
  redis: Pick<RedisClient, 'set' | 'get'>,
  settings: Market,
  mark: string,
): Promise<void> {
  const { TOKENBOOK_MODE: mode } = settings;
  // The mode first: processes of releases before the second mark know it alone.
  const foundMode = await claim(redis, redisKey('mode'), mode);
  if (foundMode !== mode) {
    throw new Error(
      `TOKENBOOK_MODE is ${mode}, and the Redis of REDIS_URL belongs to a market in ${foundMode} mode. Each mode needs a Redis of its own.`,
    );
  }
  const own = `${marketOf(settings)} ${mark}`;
  const found = await claim(redis, redisKey('market'), own);
  if (found !== own) {
    throw new Error(
      `the Redis of REDIS_URL belongs to the market ${found}, and this is ${own}. Each market needs a Redis, or a database of it, of its own; empty this one if its market is gone.`,
    );
  }
}

async function claim(
  redis: Pick<RedisClient, 'set' | 'get'>,
  key: string,
  value: string,
): Promise<string> {
  await redis.set(key, value, 'NX');
  return (await redis.get(key)) ?? value; // emptied meanwhile
}
