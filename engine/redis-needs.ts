/** What a Redis needs to hold order books, as it says itself; missing is a warning, not a refusal. */
import type { Redis } from 'ioredis';

export interface RedisNeed {
  readonly check: string;
  /** How the server is set. */
  readonly found: string;
  readonly isMet: boolean;
  readonly remedy: string;
}

/** @param info its `INFO` */
export async function needsOf(server: Redis, info: string): Promise<readonly RedisNeed[]> {
  const policy = infoField(info, 'maxmemory_policy');
  const file = infoField(info, 'aof_enabled') === '1' ? await flushOf(server) : 'off';
  return [
    {
      check: 'eviction',
      found: policy === 'noeviction' ? 'none' : policy,
      isMet: policy === 'noeviction',
      remedy: 'Set "maxmemory-policy noeviction": Redis holds the order books.',
    },
    {
      check: 'append-only file',
      found: file,
      isMet: file === 'on',
      remedy:
        'Set "appendonly yes" and "appendfsync everysec": without them books are rebuilt after a restart of Redis, or of its machine.',
    },
  ];
}

/** The rights that a user needs have no `CONFIG`: then it is not asked, as a refusal would stand in the log of the ACL. */
async function flushOf(server: Redis): Promise<string> {
  if (server.options.username) return 'on';
  const [, flushed] = (await server.config('GET', 'appendfsync').catch(() => [])) as string[];
  return flushed === 'no' ? 'on, and left to the system (appendfsync no)' : 'on';
}

export function infoField(info: string, name: string): string {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? 'unknown';
}
