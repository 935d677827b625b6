/**
 * Buyer keys: returned once, stored as a keyed hash, invalid as soon as their revocation is
 * answered.
 */
import { fail } from '../../domain/errors';
import { newId } from '../../domain/new-id';
import type { Records } from '../../records/connect';
import type { Settings } from '../../config/settings';
import { KEY_PREFIXES, hashKey, issueKey } from '../../records/key-hash';
import type { QuotaDocument } from '../../records/quota';
import { writable } from '../../records/writable';

/** For which an account's record names a revoked key: longer than a process caches its holder. */
export const REVOKED_KEPT_MS = 600_000;

interface NewKey {
  readonly label: string | null;
  readonly quotas: { readonly chat?: QuotaDocument };
}

export class BuyerKeyService {
  constructor(
    private readonly records: Pick<Records, 'accounts' | 'buyerKeys'>,
    private readonly settings: Pick<Settings, 'secrets' | 'TOKENBOOK_MODE'>,
  ) {}

  /** @throws Failure `not_found` */
  async issue(
    accountId: string,
    { label, quotas }: NewKey,
  ): Promise<{ readonly keyId: string; readonly key: string }> {
    const { accounts, buyerKeys } = this.records;
    const account = await accounts.findOne({ _id: accountId });
    if (!account) throw fail('not_found', { message: 'There is no such account.' });
    const key = issueKey(KEY_PREFIXES[this.settings.TOKENBOOK_MODE].buyer);
    const keyId = newId();
    await writable(buyerKeys).insertOne({
      _id: keyId,
      accountId,
      hash: hashKey(this.settings.secrets.keyPepper, key),
      label,
      quotas,
      createdAt: new Date(),
      revokedAt: null,
    });
    return { keyId, key };
  }

  /**
   * Gateways cache the holder of a key, and read the account's record for each request. Idempotent.
   * @throws Failure `not_found`
   */
  async revoke(accountId: string, keyId: string): Promise<void> {
    const { accounts, buyerKeys } = this.records;
    const filter = { _id: keyId, accountId };
    const key = await buyerKeys.findOne(filter);
    if (!key) throw fail('not_found', { message: 'There is no such key.' });
    await writable(buyerKeys).updateOne(
      { ...filter, revokedAt: null },
      { $set: { revokedAt: new Date() } },
    );
    await writable(accounts).updateOne({ _id: accountId }, [
      { $set: { revokedKeys: revokedWith(keyId) } },
    ]);
  }
}

/** The recently revoked keys of an account, with one more. */
function revokedWith(keyId: string) {
  const isKept = {
    $and: [
      { $gt: ['$$one.at', { $subtract: ['$$NOW', REVOKED_KEPT_MS] }] },
      { $ne: ['$$one.keyId', keyId] },
    ],
  };
  const known = { $ifNull: ['$revokedKeys', []] };
  return {
    $concatArrays: [
      { $filter: { input: known, as: 'one', cond: isKept } },
      [{ keyId, at: '$$NOW' }],
    ],
  };
}
