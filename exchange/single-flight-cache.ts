import { LRUCache } from 'lru-cache';

/**
 * A bounded cache whose values are made on demand (`forceFetch(key, { context: make })`): callers that
 * ask while a value is being made wait for the same one, and a failure is not kept. A value is kept
 * for `ttlMs` from when it was made; of more than `max` the least recently used is dropped.
 */
export function singleFlightCache<Value extends object>(
  max: number,
  ttlMs: number,
): LRUCache<string, Value, () => Promise<Value>> {
  return new LRUCache({
    max,
    ttl: ttlMs,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // Dropped while it is being made: those that wait get it all the same.
    ignoreFetchAbort: true,
  });
}
