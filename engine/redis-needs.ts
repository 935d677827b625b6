/** What a Redis needs to hold order books, by its own `INFO`; missing is a warning, not a refusal. */

export interface RedisNeed {
  readonly check: string;
  /** How the server is set. */
  readonly found: string;
  readonly isMet: boolean;
  readonly remedy: string;
}

export function needsOf(info: string): readonly RedisNeed[] {
  const policy = infoField(info, 'maxmemory_policy');
  const isKept = infoField(info, 'aof_enabled') === '1';
  return [
    {
      check: 'eviction',
      found: policy === 'noeviction' ? 'none' : policy,
      isMet: policy === 'noeviction',
      remedy: 'Set "maxmemory-policy noeviction": Redis holds the order books.',
    },
    {
      check: 'append-only file',
      found: isKept ? 'on' : 'off',
      isMet: isKept,
      remedy: 'Set "appendonly yes": without it every book is rebuilt after a restart of Redis.',
    },
  ];
}

export function infoField(info: string, name: string): string {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? 'unknown';
}
