import { LRUCache } from 'lru-cache';

/**
 * A bounded cache whose values are created on demand (`forceFetch(key, { context: make })`):
 * concurrent callers for a value share its creation, and a failure is not cached. A value is cached
 * for `ttlMs` from its creation; beyond `max` the least recently used one is evicted.
 */
export function singleFlightCache<Value extends object>(
  max: number,
  ttlMs: number,
): LRUCache<string, Value, () => Promise<Value>> {
  return new LRUCache({
    max,
    ttl: ttlMs,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // Evicted during its creation: waiting callers receive it anyway.
    ignoreFetchAbort: true,
  });
}
