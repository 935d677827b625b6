/**
 * Buyer keys: returned once, stored as a keyed hash, invalid as soon as their revocation is
 * answered, and held to new terms as soon as their change is. A rotated one has two texts for a while.
 */
import { type KeyKind, FREE_TERMS } from '../../domain/buyer-keys';
import { fail } from '../../domain/errors';
import { newId } from '../../domain/new-id';
import type { BuyerKeyDocument } from '../../records/documents/buyer-key';
import type { Records } from '../../records/connect';
import type { Settings } from '../../config/settings';
import { type KeySpend, readKeySpend } from '../../records/ledger/key-spend';
import { KEY_PREFIXES, hashKey, issueKey } from '../../domain/key-hash';
import { writable } from '../../records/mongodb/writable';
import { notedWith } from './noted-keys';

/** Revoked keys of an account do not count: they stay as records. */
const KEYS_MAX = 1_000;

/** Texts of a key that are in their grace. */
const EARLIER_MAX = 4;

/** What the holder of the account may change later. */
export type ChangeableTerms = Pick<
  BuyerKeyDocument,
  | 'label'
  | 'quotas'
  | 'limitScale8'
  | 'limitReset'
  | 'models'
  | 'regions'
  | 'maxPriceScale8'
  | 'expiresAt'
>;

export type NewKey = Pick<ChangeableTerms, 'label' | 'quotas'> &
  Partial<ChangeableTerms> & { readonly kind?: KeyKind | undefined };

export class BuyerKeyService {
  constructor(
    private readonly records: Pick<Records, 'accounts' | 'buyerKeys'>,
    private readonly settings: Pick<Settings, 'secrets' | 'TOKENBOOK_MODE'>,
  ) {}

  /** @throws Failure `not_found`; `invalid_request` for one key too many */
  async issue(
    accountId: string,
    { kind = FREE_TERMS.kind, ...terms }: NewKey,
  ): Promise<{
    readonly document: BuyerKeyDocument;
    readonly keyId: string;
    readonly key: string;
  }> {
    checkBounds(kind, terms);
    const { accounts, buyerKeys } = this.records;
    const account = await accounts.findOne({ _id: accountId });
    if (!account) throw fail('not_found', { message: 'There is no such account.' });
    const live = await buyerKeys.countDocuments(
      { accountId, revokedAt: null },
      { limit: KEYS_MAX },
    );
    if (live >= KEYS_MAX) {
      const message = `The account has ${KEYS_MAX} keys, which is the limit. Revoke one.`;
      throw fail('invalid_request', { message });
    }
    const { key, hash } = this.newText();
    const document: BuyerKeyDocument = {
      limitScale8: null,
      limitReset: null,
      models: null,
      regions: null,
      maxPriceScale8: null,
      expiresAt: null,
      ...terms,
      _id: newId(),
      accountId,
      hash,
      kind,
      createdAt: new Date(),
      revokedAt: null,
    };
    await writable(buyerKeys).insertOne(document);
    return { document, keyId: document._id, key };
  }

  /** What these keys have used, and may still use. */
  spendOf(keyIds: readonly string[]): Promise<Map<string, KeySpend>> {
    return keyIds.length > 0 ? readKeySpend(this.records, keyIds) : Promise.resolve(new Map());
  }

  /** @throws Failure `not_found` */
  async find(accountId: string, keyId: string): Promise<BuyerKeyDocument> {
    const key = await this.records.buyerKeys.findOne({ _id: keyId, accountId });
    if (!key) throw fail('not_found', { message: 'There is no such key.' });
    return key;
  }

  /**
   * Written first, then noted: a request that does not read the note began before the answer.
   * @throws Failure `not_found`, also for a revoked key; `invalid_request`
   */
  async change(
    accountId: string,
    keyId: string,
    terms: Partial<ChangeableTerms>,
  ): Promise<BuyerKeyDocument> {
    const { accounts, buyerKeys } = this.records;
    checkBounds((await this.find(accountId, keyId)).kind, terms);
    const filter = { _id: keyId, accountId, revokedAt: null };
    const changed = await writable(buyerKeys).findOneAndUpdate(
      filter,
      { $set: { ...terms, accountId } },
      { returnDocument: 'after' },
    );
    if (!changed) throw fail('not_found', { message: 'There is no such key.' });
    await writable(accounts).updateOne({ _id: accountId }, notedWith('changedKeys', keyId));
    return changed;
  }

  /**
   * Another text for the same key. Earlier ones are good for the grace at most, and end at once
   * without one.
   * @throws Failure `not_found`, also for a revoked key
   */
  async rotate(
    accountId: string,
    keyId: string,
    graceSeconds: number,
  ): Promise<{ readonly document: BuyerKeyDocument; readonly key: string }> {
    const { accounts, buyerKeys } = this.records;
    const { key, hash } = this.newText();
    const until = { $dateAdd: { startDate: '$$NOW', unit: 'second', amount: graceSeconds } };
    const known = { $concatArrays: [[{ hash: '$hash', until }], { $ifNull: ['$earlier', []] }] };
    const bounded = {
      $map: {
        input: known,
        as: 'one',
        in: { hash: '$$one.hash', until: { $min: ['$$one.until', until] } },
      },
    };
    const live = {
      $filter: { input: bounded, as: 'one', cond: { $gt: ['$$one.until', '$$NOW'] } },
    };
    const document = await writable(buyerKeys).findOneAndUpdate(
      { _id: keyId, accountId, revokedAt: null },
      [{ $set: { hash, earlier: { $slice: [live, EARLIER_MAX] } } }],
      { returnDocument: 'after' },
    );
    if (!document) throw fail('not_found', { message: 'There is no such key.' });
    await writable(accounts).updateOne({ _id: accountId }, notedWith('changedKeys', keyId));
    return { document, key };
  }

  private newText(): { readonly key: string; readonly hash: string } {
    const key = issueKey(KEY_PREFIXES[this.settings.TOKENBOOK_MODE].buyer);
    return { key, hash: hashKey(this.settings.secrets.keyPepper, key) };
  }

  /** Idempotent. @throws Failure `not_found` */
  async revoke(accountId: string, keyId: string): Promise<void> {
    const { accounts, buyerKeys } = this.records;
    await this.find(accountId, keyId);
    await writable(buyerKeys).updateOne(
      { _id: keyId, accountId, revokedAt: null },
      { $set: { revokedAt: new Date() } },
    );
    await writable(accounts).updateOne({ _id: accountId }, notedWith('revokedKeys', keyId));
  }
}

/** A key of kind `manage` with the bounds of requests would be good for nothing. */
function checkBounds(kind: KeyKind | undefined, terms: Partial<ChangeableTerms>): void {
  const bounds = { limit: terms.limitScale8, models: terms.models, regions: terms.regions };
  const all = { ...bounds, max_price: terms.maxPriceScale8 };
  const [param] = Object.entries(all).find(([, value]) => value != null) ?? [];
  if (kind !== 'manage' || param === undefined) return;
  const message = 'A key of kind manage sends no requests, so it has no bounds of them.';
  throw fail('invalid_request', { param, message });
}
