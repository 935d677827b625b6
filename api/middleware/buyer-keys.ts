/**
 * Buyer keys: found by their keyed hash and cached in Redis for a minute, never in a process, so
 * that every gateway refuses a revoked key as soon as its revocation is answered. A process only
 * caches the last known holder of a key, to start work for that holder during the lookup.
 *
 * A lookup that was in progress during the revocation could write the old result back. A revocation
 * therefore writes a tombstone that outlives every lookup, and a lookup never replaces it.
 *
 * A Redis that started from its files, or a replica that took over, may have lost the tombstone. An
 * entry therefore names the process of Redis that it was written in, and counts in no other one.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RedisClient } from '../../engine/connect-redis';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../../config/settings';
import { type KeyPrefix, KEY_PREFIXES, hashKey, hasValidChecksum } from '../../records/key-hash';
import type { Records } from '../../records/connect';
import type { Buyer } from '../context';
import { fromRedis } from '../../exchange/redis-unavailable';

const REMEMBERED_SECONDS = 60;
const TOMBSTONE_SECONDS = 600;
const TOMBSTONE = 'revoked';
const LAST_HOLDERS_MAX = 10_000;

interface Entry extends Buyer {
  /** The `run_id` of Redis; entries of an earlier release have none. */
  readonly process?: string;
}

type WithScripts = RedisClient & {
  buyerKeyRead(keys: 1, name: string): Promise<[process: string, entry: string | null]>;
  buyerKeyWrite(keys: 1, name: string, ...args: (string | number)[]): Promise<0 | 1>;
};

export class BuyerKeys {
  private readonly lastHolders = new LRUCache<string, Buyer>({ max: LAST_HOLDERS_MAX });
  private readonly pepper: string;
  private readonly prefix: KeyPrefix;
  private readonly redis: WithScripts;

  constructor(
    redis: RedisClient,
    private readonly records: Records,
    settings: Pick<Settings, 'secrets' | 'TOKENBOOK_MODE'>,
  ) {
    redis.defineCommand('buyerKeyRead', { lua: scriptOf('read') });
    redis.defineCommand('buyerKeyWrite', { lua: scriptOf('write') });
    this.redis = redis as WithScripts;
    this.pepper = settings.secrets.keyPepper;
    this.prefix = KEY_PREFIXES[settings.TOKENBOOK_MODE].buyer;
  }

  /**
   * The holder of a key; null for an unknown or revoked key.
   * @param ahead called immediately with the probable holder, who is not authenticated by it
   */
  async holderOf(key: string, ahead?: (probable: Buyer) => void): Promise<Buyer | null> {
    const hash = hashKey(this.pepper, key);
    if (!hasValidChecksum(this.prefix, key)) return null;
    const probable = this.lastHolders.get(hash);
    if (probable) ahead?.(probable);
    const holder = await this.lookUp(hash);
    if (holder) this.lastHolders.set(hash, holder);
    else this.lastHolders.delete(hash);
    return holder;
  }

  private async lookUp(hash: string): Promise<Buyer | null> {
    const name = nameOf(hash);
    const [process, entry] = await fromRedis(this.redis, () =>
      this.redis.buyerKeyRead(1, name),
    ).catch(() => [null, null]);
    if (entry === TOMBSTONE) return null;
    if (entry !== null) {
      const { process: writtenIn, ...holder } = JSON.parse(entry) as Entry;
      if (writtenIn === process) return holder;
    }
    const found = await this.records.buyerKeys.findOne({ hash, revokedAt: null });
    if (!found) return null;
    const { _id: keyId, accountId, quotas } = found;
    const account = await this.records.accounts.findOne({ _id: accountId });
    const buyer = { accountId, keyId, quotas, owner: account?.owner ?? null };
    if (process !== null) await this.remember(name, { ...buyer, process });
    return buyer;
  }

  private async remember(name: string, entry: Required<Entry>): Promise<void> {
    const args = [JSON.stringify(entry), REMEMBERED_SECONDS, TOMBSTONE];
    await fromRedis(this.redis, () => this.redis.buyerKeyWrite(1, name, ...args)).catch(() => null);
  }

  /**
   * Invalidates the cache entry of a revoked key.
   * @throws Failure `service_unavailable`: repeat the revocation
   */
  async forget(hash: string): Promise<void> {
    await fromRedis(this.redis, () =>
      this.redis.set(nameOf(hash), TOMBSTONE, 'EX', TOMBSTONE_SECONDS),
    );
  }
}

function scriptOf(name: string): string {
  return readFileSync(join(__dirname, `buyer-key-${name}.lua`), 'utf8');
}

function nameOf(hash: string): string {
  return `buyer-key:${hash}`;
}
