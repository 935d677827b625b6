/**
 * Buyer keys: found by their keyed hash in MongoDB. For chats the holder is cached in Redis for a
 * minute, under a MAC that binds it to the key and to that minute: what somebody else writes there is
 * a miss. A chat reads its account in any case, whose record names the keys that were revoked since
 * (`wasRevoked`) and those whose terms were changed (`currentTerms`), so that every gateway refuses a revoked key as soon as its revocation is answered,
 * whatever Redis has. A process only caches the last known holder of a key, to start work for that
 * holder during the lookup.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../../config/settings';
import type { RedisClient } from '../../engine/connect-redis';
import { redisKey } from '../../engine/redis-keys';
import { type KeyTerms, FREE_TERMS, isExpired } from '../../domain/buyer-keys';
import { fail } from '../../domain/errors';
import { keyTermsOf } from '../../exchange/accounts/key-terms';
import { NOTED_KEPT_MS } from '../../exchange/accounts/noted-keys';
import { fromRedis } from '../../exchange/books/redis-unavailable';
import type { AccountDocument } from '../../records/documents/account';
import type { Records } from '../../records/connect';
import {
  type KeyPrefix,
  KEY_PREFIXES,
  hashKey,
  hasValidChecksum,
  sameHash,
} from '../../domain/key-hash';
import type { Buyer } from '../context';

/** Nine times as long is left for the clocks of processes to differ. */
const CACHED_MS = NOTED_KEPT_MS / 10;
const LAST_HOLDERS_MAX = 10_000;

interface Entry {
  readonly buyer: Buyer;
  readonly expiresAtMs: number;
}

export class BuyerKeys {
  /** Entries in Redis that no gateway has written. */
  forgedEntries = 0;
  private readonly lastHolders = new LRUCache<string, Buyer>({ max: LAST_HOLDERS_MAX });
  private readonly pepper: string;
  private readonly macKey: Buffer;
  private readonly prefix: KeyPrefix;

  constructor(
    private readonly redis: RedisClient,
    private readonly records: Pick<Records, 'accounts' | 'buyerKeys'>,
    settings: Pick<Settings, 'secrets' | 'TOKENBOOK_MODE' | 'TOKENBOOK_DEPLOYMENT'>,
  ) {
    this.pepper = settings.secrets.keyPepper;
    const purpose = `buyer keys of ${settings.TOKENBOOK_DEPLOYMENT}`;
    this.macKey = Buffer.from(hkdfSync('sha256', this.pepper, '', purpose, 32));
    this.prefix = KEY_PREFIXES[settings.TOKENBOOK_MODE].buyer;
  }

  /** The holder of a key, by the records; null for an unknown or revoked key. */
  async holderOf(key: string): Promise<Buyer | null> {
    return hasValidChecksum(this.prefix, key) ? this.lookUp(hashKey(this.pepper, key)) : null;
  }

  /**
   * The holder of a key that may have been revoked within a minute: compare it with the record of its
   * account (`wasRevoked`).
   * @param ahead called immediately with the probable holder, who is not authenticated by it
   */
  async recentHolderOf(key: string, ahead?: (probable: Buyer) => void): Promise<Buyer | null> {
    const hash = hashKey(this.pepper, key);
    if (!hasValidChecksum(this.prefix, key)) return null;
    const probable = this.lastHolders.get(hash);
    if (probable) ahead?.(probable);
    const holder = (await this.recall(hash)) ?? (await this.lookUpAndKeep(hash));
    if (holder) this.lastHolders.set(hash, holder);
    else this.lastHolders.delete(hash);
    return holder;
  }

  /** By the records, whatever is cached. */
  async isRevoked({ keyId, keyHash = '' }: Pick<Buyer, 'keyId' | 'keyHash'>): Promise<boolean> {
    const found = await this.records.buyerKeys.findOne({ _id: keyId });
    return found !== null && (found.revokedAt !== null || keyTermsOf(found, keyHash) === null);
  }

  private async lookUp(hash: string): Promise<Buyer | null> {
    const byText = { $or: [{ hash }, { 'earlier.hash': hash }], revokedAt: null };
    const found = await this.records.buyerKeys.findOne(byText);
    const terms = found && keyTermsOf(found, hash);
    if (!terms) return null;
    const { _id: keyId, accountId, quotas } = found;
    const account = await this.records.accounts.findOne({ _id: accountId });
    return { accountId, keyId, keyHash: hash, quotas, owner: account?.owner ?? null, terms };
  }

  private async lookUpAndKeep(hash: string): Promise<Buyer | null> {
    const expiresAtMs = Date.now() + CACHED_MS; // before the read, after which it may be revoked
    const buyer = await this.lookUp(hash);
    if (!buyer) return null;
    const entry = JSON.stringify({ buyer, expiresAtMs } satisfies Entry);
    const text = this.macOf(hash, entry) + entry;
    await fromRedis(this.redis, () => this.redis.set(nameOf(hash), text, 'PX', CACHED_MS)).catch(
      () => null,
    );
    return buyer;
  }

  private async recall(hash: string): Promise<Buyer | null> {
    const text = await fromRedis(this.redis, () => this.redis.get(nameOf(hash))).catch(() => null);
    if (text === null) return null;
    const entry = text.slice(MAC_LENGTH);
    if (!sameHash(text.slice(0, MAC_LENGTH), this.macOf(hash, entry))) {
      this.forgedEntries += 1;
      return null;
    }
    const { buyer, expiresAtMs } = JSON.parse(entry) as Entry;
    const nowMs = Date.now();
    const isOver = expiresAtMs <= nowMs || isExpired(buyer.terms ?? FREE_TERMS, nowMs); // its end may have moved
    return isOver ? null : { ...buyer, keyHash: hash };
  }

  private macOf(hash: string, entry: string): string {
    return createHmac('sha256', this.macKey).update(hash).update(entry).digest('hex');
  }
}

/** In hex digits. */
const MAC_LENGTH = 64;

/** Whether the key was revoked while it may have been cached. */
export function wasRevoked(
  { keyId }: Pick<Buyer, 'keyId'>,
  account: Pick<AccountDocument, 'revokedKeys'> | null,
): boolean {
  return account?.revokedKeys?.some((revoked) => revoked.keyId === keyId) ?? false;
}

/**
 * The terms of a key now, whatever was cached. A ticket's credential has none of its own.
 * @throws Failure `unauthorized` for a text that a rotation has ended, `key_expired`
 */
export async function currentTerms(
  { buyerKeys }: Pick<Records, 'buyerKeys'>,
  { keyId, keyHash, terms = FREE_TERMS }: Pick<Buyer, 'keyId' | 'keyHash' | 'terms'>,
  account: Pick<AccountDocument, 'changedKeys'> | null,
): Promise<KeyTerms> {
  const isChanged = account?.changedKeys?.some((changed) => changed.keyId === keyId);
  if (keyHash === undefined || !isChanged) return terms;
  const key = await buyerKeys.findOne({ _id: keyId });
  const current = key && keyTermsOf(key, keyHash);
  if (!current) throw fail('unauthorized');
  if (isExpired(current, Date.now())) throw fail('key_expired');
  return current;
}

function nameOf(hash: string): string {
  return redisKey('buyerKey', hash);
}
