/**
 * The clock of Redis at the time of the simulation: the one that its functions ask, and the one by
 * which it deletes what has a time to live.
 */
import type { Redis } from 'ioredis';
import type { RedisClient } from '../../engine/connect-redis';
import { CLOCK_KEY } from '../engine/clock';
import { serverTime } from './actors';

/** Sets the clock, and deletes what has lived for long enough. ARGV: now. */
const SET = `
local now = tonumber(ARGV[1])
redis.call('DEL', KEYS[1])
redis.call('RPUSH', KEYS[1], math.floor(now / 1000), now % 1000 * 1000)
local deadlines = redis.call('HGETALL', KEYS[2])
for at = 1, #deadlines, 2 do
  if tonumber(deadlines[at + 1]) <= now then
    redis.call('DEL', deadlines[at])
    redis.call('HDEL', KEYS[2], deadlines[at])
  end
end`;

/**
 * Takes the times to live from Redis, to the hundredth of a second: some time has passed since the
 * command. The heads of books have one for the far future, which no test clock needs. ARGV: now.
 */
const TAKE = `
for _, key in ipairs(redis.call('KEYS', '*')) do
  local left_ms = redis.call('PTTL', key)
  if left_ms >= 0 and left_ms < 1e12 then
    redis.call('PERSIST', key)
    redis.call('HSET', KEYS[2], key, ARGV[1] + math.ceil(left_ms / 10) * 10)
  end
end`;

const DEADLINES_KEY = 'test-deadlines';

type Script = (clock: string, deadlines: string, nowMs: number) => Promise<null>;
type Clocked = Redis & { readonly simulatedSet: Script; readonly simulatedTake: Script };

export class RedisTime {
  private readonly redis: Clocked;

  constructor(redis: RedisClient) {
    const keys = { numberOfKeys: 2 };
    redis.defineCommand('simulatedSet', { ...keys, lua: SET });
    redis.defineCommand('simulatedTake', { ...keys, lua: TAKE });
    this.redis = redis as Clocked;
  }

  /** Runs a command at the time of the simulation. */
  async during<Answer>(command: () => Promise<Answer>): Promise<Answer> {
    const nowMs = Math.floor(serverTime().getTime());
    const [, answer] = await Promise.all(this.together(command, nowMs));
    return answer;
  }

  /** In one message to the server. */
  private together<Answer>(command: () => Promise<Answer>, nowMs: number) {
    const { stream } = this.redis;
    stream.cork();
    try {
      return [
        this.redis.simulatedSet(CLOCK_KEY, DEADLINES_KEY, nowMs),
        command(),
        this.redis.simulatedTake(CLOCK_KEY, DEADLINES_KEY, nowMs),
      ] as const;
    } finally {
      stream.uncork();
    }
  }
}
