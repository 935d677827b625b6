/**
 * A clock that the test moves, in place of Redis's own: two words of a list instead of TIME, which
 * the engine asks where a book's head has no deadline to tell the time by.
 */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Library } from '../../engine/library';

export const CLOCK_KEY = 'test-clock';
/** What asks for the time, in Lua. */
export const CLOCK_CALL = `call('LRANGE', '${CLOCK_KEY}', 0, 1)`;

export function withTestClock({ version, code }: Library): Library {
  const changed = code
    .replaceAll("call('PTTL', head)", '-1')
    .replaceAll("call('TIME')", CLOCK_CALL);
  const clocked = createHash('sha256').update(changed).digest('hex').slice(0, 12);
  return { version: clocked, code: changed.replaceAll(version, clocked) };
}

export async function setTestClock(redis: Redis, nowMs: number): Promise<void> {
  const words = [Math.floor(nowMs / 1000), (nowMs % 1000) * 1000];
  await redis
    .multi()
    .del(CLOCK_KEY)
    .rpush(CLOCK_KEY, ...words)
    .exec();
}
