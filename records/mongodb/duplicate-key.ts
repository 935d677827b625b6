/** Refusals of MongoDB because another document has the value of a unique field. */
const DUPLICATE_KEY = 11_000;

/** @param field of several unique ones the one that is meant */
export function isDuplicate(err: unknown, field?: string): boolean {
  const { code, keyPattern } = err as { code?: unknown; keyPattern?: Record<string, unknown> };
  if (code !== DUPLICATE_KEY) return false;
  return field === undefined || (keyPattern !== undefined && field in keyPattern);
}
