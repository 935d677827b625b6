/** Which keys of Redis are of a kind that is known, so that somebody has thought of forged ones. */
import Redis from 'ioredis';
import { REDIS_KEYS } from '../../engine/redis-keys';

/** Written by tests themselves. */
const OF_TESTS = 'test:*';
const KNOWN = [...Object.values(REDIS_KEYS), 'book:{*', OF_TESTS].map(
  (pattern) => new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`, 's'),
);

/**
 * Of a Redis that answers: many tests stop, pause or replace theirs.
 * @throws Error when a process has written a key of another kind
 */
export async function expectKnownKeys(redisUrl: string): Promise<void> {
  const unknown = (await keysOf(redisUrl)).filter((key) => !KNOWN.some((one) => one.test(key)));
  if (unknown.length === 0) return;
  throw new Error(`Keys of no kind in engine/redis-keys.ts: ${unknown.slice(0, 5).join(', ')}`);
}

async function keysOf(redisUrl: string): Promise<string[]> {
  const options = { maxRetriesPerRequest: 0, commandTimeout: 2_000, retryStrategy: () => null };
  const redis = new Redis(redisUrl, options).on('error', () => undefined);
  try {
    return await redis.keys('*');
  } catch {
    return [];
  } finally {
    redis.disconnect();
  }
}

function escaped(text: string): string {
  return text.replace(/[{}.|:-]/g, '\\$&');
}
