/**
 * Which seller served a session last (MATCH-18): its prompt may still be in that seller's cache. Redis
 * holds it as a hint. It grants nothing: whatever stands there, the seller serves only an ask that the bid
 * may have, at a price that the rule allows. An account has 1,024 places, and sessions that share one
 * replace each other, so that nobody fills the memory.
 */
import { createHash } from 'node:crypto';
import type { RedisClient } from '../../engine/connect-redis';
import { redisKey } from '../../engine/redis-keys';
import { isUuid } from '../../domain/ids';
import { fromRedis } from '../books/redis-unavailable';

const KEPT_MS = 600_000;
const PLACES_PER_ACCOUNT = 1_024;
const CHECK_LENGTH = 32;

/** Names a session within an account; the buyer's own name of it is not stored. */
export function sessionKey(accountId: string, modelId: string, session: string): string {
  const text = JSON.stringify([accountId, modelId, session]);
  return createHash('sha256').update(text).digest('hex');
}

export class Sessions {
  constructor(private readonly redis: RedisClient) {}

  /** Null also when Redis is unavailable: then price and time decide alone. */
  async lastSeller(accountId: string, key: string): Promise<string | null> {
    const read = () => this.redis.get(placeOf(accountId, key));
    const text = await fromRedis(this.redis, read).catch(() => null);
    const [check, sellerId = ''] = text?.split(':') ?? [];
    return check === checkOf(key) && isUuid(sellerId) ? sellerId : null;
  }

  async served(accountId: string, key: string, sellerId: string): Promise<void> {
    const text = `${checkOf(key)}:${sellerId}`;
    const write = () => this.redis.set(placeOf(accountId, key), text, 'PX', KEPT_MS);
    await fromRedis(this.redis, write).catch(() => null);
  }
}

function placeOf(accountId: string, key: string): string {
  const place = Number.parseInt(key.slice(0, 8), 16) % PLACES_PER_ACCOUNT;
  return redisKey('session', `${accountId}:${place}`);
}

function checkOf(key: string): string {
  return key.slice(-CHECK_LENGTH);
}
