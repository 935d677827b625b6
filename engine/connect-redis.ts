/** Every client of Redis, whichever kind of server it is (redis-address.ts). */
import { setTimeout as delay } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { parseRedisAddress } from './redis-address';

/** A Sentinel promotes a replica within seconds, so a client looks for the primary every second. */
const LONGEST_PAUSE_MS = 1_000;
const REACH_MS = 10_000;

/**
 * @param address as in `REDIS_URL`
 * @throws Error when the address is invalid
 */
export function connectRedis(address: string, options: RedisOptions = {}): Redis {
  const common: RedisOptions = {
    // After a failover behind one address, this server is no longer the primary. The command fails,
    // as in any outage; the next ones go to the server that the address leads to now.
    reconnectOnError: (err) => err.message.startsWith('READONLY'),
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times - 1, 10), LONGEST_PAUSE_MS),
    // Two commands less for each connection, and two rights less for its user.
    disableClientInfo: true,
  };
  return new Redis({
    ...{ ...common, ...parseRedisAddress(address), ...options },
    replyMapping: 'legacy', // the default; its replies have these types
  });
}

/**
 * Runs the first command of a new client.
 * @throws Error with the reason why Redis cannot be used, which ioredis tells by an event only
 */
export async function firstCommand<T>(redis: Redis, command: () => Promise<T>): Promise<T> {
  let reason: string | null = null;
  const note = (err: Error) => (reason = err.message);
  redis.on('error', note);
  const ended = new AbortController();
  const late = delay(REACH_MS, undefined, { ref: false, signal: ended.signal }).then(() => {
    throw new Error(`no answer within ${REACH_MS / 1_000} s`);
  });
  try {
    return await Promise.race([command(), late]);
  } catch (err) {
    throw new Error(reason ?? (err as Error).message);
  } finally {
    late.catch(() => undefined);
    ended.abort();
    redis.off('error', note);
  }
}
