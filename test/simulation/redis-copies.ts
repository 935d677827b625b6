/**
 * Former states of Redis: what a server has that lost the last writes of its file, or a replica that
 * was behind when it took over. The library of functions stays, and times to live end when they would
 * have ended (redis-time.ts).
 */
import type { Redis } from 'ioredis';
import type { RedisClient } from '../../engine/connect-redis';

/** Of every key: its name, its time to live, and its value. */
type Copy = readonly Buffer[];

const TAKE = `
local copy = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  table.insert(copy, key)
  table.insert(copy, tostring(redis.call('PTTL', key)))
  table.insert(copy, redis.call('DUMP', key))
end
return copy`;

const PUT_BACK = `
redis.call('FLUSHDB')
for at = 1, #ARGV, 3 do
  local left_ms = math.max(0, tonumber(ARGV[at + 1]))
  redis.call('RESTORE', ARGV[at], string.format('%.0f', left_ms), ARGV[at + 2])
end`;

export class RedisCopies {
  private readonly copies: Copy[] = [];
  private readonly redis: Redis;

  /** @param kept how many */
  constructor(
    redis: RedisClient,
    private readonly kept: number,
  ) {
    this.redis = redis as Redis;
  }

  /** Before each effect that may write. */
  async take(): Promise<void> {
    this.copies.push((await this.redis.callBuffer('EVAL', TAKE, 0)) as Copy);
    if (this.copies.length > this.kept) this.copies.shift();
  }

  /** To the oldest copy: what was written since is lost. */
  async putBack(): Promise<void> {
    await this.redis.call('EVAL', PUT_BACK, 0, ...(this.copies[0] ?? []));
  }
}
