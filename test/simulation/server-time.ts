/**
 * `$$NOW` of MongoDB at the time of the simulation. The server's own clock goes on while the time of
 * a simulation stands still, and falls behind when it jumps. Transactions within the ledger keep it:
 * they compare it only with times that are hours away.
 */
export function atVirtualTime(value: unknown): unknown {
  if (value === '$$NOW') return new Date();
  if (Array.isArray(value)) return value.map(atVirtualTime);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, atVirtualTime(part)]));
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
