/**
 * Slows the guessing of keys by a delay that grows with the wrong keys of an address; never answers
 * 429 (ACCESS-2). A valid key is never slowed, whoever else shares the address.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { RedisClient } from '../../engine/connect-redis';
import { redisKey } from '../../engine/redis-keys';
import { closingOf } from '../closing';
import { fromRedis } from '../../exchange/books/redis-unavailable';

const FREE_GUESSES = 20;
const DELAY_PER_GUESS_MS = 50;
const DELAY_MAX_MS = 2_000;
const MEMORY_SECONDS = 600;

/**
 * Counts one wrong key and waits as long as the address requires. Ends early when the caller has
 * disconnected.
 */
export async function throttleAuthentication(
  redis: RedisClient,
  req: Pick<Request, 'ip' | 'socket'>,
): Promise<void> {
  const guesses = await countGuess(redis, redisKey('guesses', addressGroup(req.ip))).catch(() => 0);
  const delayMs = Math.min((guesses - FREE_GUESSES) * DELAY_PER_GUESS_MS, DELAY_MAX_MS);
  if (delayMs <= 0) return;
  await delay(delayMs, undefined, { signal: closingOf(req.socket) }).catch(() => undefined);
}

async function countGuess(redis: RedisClient, key: string): Promise<number> {
  return fromRedis(redis, async () => {
    const [[, guesses] = []] =
      (await redis.multi().incr(key).expire(key, MEMORY_SECONDS).exec()) ?? [];
    return typeof guesses === 'number' ? guesses : 0;
  });
}

/** One caller can control a whole IPv6 /64, so such addresses count together. */
export function addressGroup(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed.toByteArray().slice(0, 8).join('.')}/64`;
}
