import type { RedisClient } from '../engine/connect-redis';
import type { Mode } from '../domain/mode';

const KEY = 'mode';

/**
 * Marks the Redis with the mode of its market: books and channels of both modes have the same
 * names. MongoDB and Temporal are kept apart by names (config/mode.ts).
 * @throws Error for the Redis of the other mode
 */
export async function claimRedis(
  redis: Pick<RedisClient, 'set' | 'get'>,
  mode: Mode,
): Promise<void> {
  await redis.set(KEY, mode, 'NX');
  const marked = await redis.get(KEY);
  if (marked === null || marked === mode) return;
  throw new Error(
    `TOKENBOOK_MODE is ${mode}, and the Redis of REDIS_URL belongs to a market in ${marked} mode. Each mode needs a Redis of its own.`,
  );
}
