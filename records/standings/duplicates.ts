/** Refusals of MongoDB because another document has the value of a unique field. */
const DUPLICATE_KEY = 11_000;

export function isDuplicateOf(err: unknown, field: string): boolean {
  const { code, keyPattern } = err as { code?: number; keyPattern?: Record<string, unknown> };
  return code === DUPLICATE_KEY && keyPattern !== undefined && field in keyPattern;
}
