/**
 * Keys that an account's record names for a while, because gateways cache the holder of a key and read
 * the account's record for each request.
 */

/** Longer than a process caches the holder of a key. */
export const NOTED_KEPT_MS = 600_000;

/** The keys in a field of the account's record, with one more. */
export function notedWith(field: 'revokedKeys' | 'changedKeys', keyId: string) {
  const isKept = {
    $and: [
      { $gt: ['$$one.at', { $subtract: ['$$NOW', NOTED_KEPT_MS] }] },
      { $ne: ['$$one.keyId', keyId] },
    ],
  };
  const known = { $ifNull: [`$${field}`, []] };
  const kept = { $filter: { input: known, as: 'one', cond: isKept } };
  return [{ $set: { [field]: { $concatArrays: [kept, [{ keyId, at: '$$NOW' }]] } } }];
}
