/** The move of one slot of a Redis Cluster from a primary to another, as `redis-cli` does it. */
import { type Redis } from 'ioredis';
import { type RedisCluster, call } from './redis-cluster';
import type { RedisServer } from './redis-server';

const KEYS_AT_ONCE = 10;
const MIGRATE_MS = 5_000;

export class SlotMove {
  private constructor(
    private readonly slot: number,
    private readonly from: RedisServer,
    private readonly to: RedisServer,
  ) {}

  /** From now on keys of the slot may be on both primaries. */
  static async begin(cluster: RedisCluster, key: string): Promise<SlotMove> {
    const from = await cluster.primaryOf(key);
    const to = await anotherThan(from, cluster.primaries);
    const slot = Number(await call(from, 'CLUSTER', 'KEYSLOT', key));
    const [fromId, toId] = await Promise.all([from, to].map((node) => call(node, ...MY_ID)));
    await call(to, 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', String(fromId));
    await call(from, 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', String(toId));
    return new SlotMove(slot, from, to);
  }

  /** Moves some keys. @returns whether there were any */
  async moveKeys(): Promise<boolean> {
    const source = this.from.connect();
    try {
      const keys = await keysIn(source, this.slot);
      if (keys.length === 0) return false;
      const target = ['127.0.0.1', this.to.port, '', 0, MIGRATE_MS] as const;
      await source.call('MIGRATE', ...target, 'KEYS', ...keys);
      return true;
    } finally {
      source.disconnect();
    }
  }

  async finish(): Promise<void> {
    while (await this.moveKeys());
    const toId = String(await call(this.to, ...MY_ID));
    // The others learn it from these.
    for (const node of [this.to, this.from]) {
      await call(node, 'CLUSTER', 'SETSLOT', this.slot, 'NODE', toId);
    }
  }
}

const MY_ID = ['CLUSTER', 'MYID'] as const;

async function anotherThan(from: RedisServer, primaries: readonly RedisServer[]) {
  for (const primary of primaries) {
    if (primary === from) continue;
    const role = await call(primary, 'ROLE').catch(() => null);
    if (role !== null) return primary;
  }
  throw new Error('no other primary is alive');
}

async function keysIn(source: Redis, slot: number): Promise<Buffer[]> {
  const keys = await source.callBuffer('CLUSTER', 'GETKEYSINSLOT', slot, KEYS_AT_ONCE);
  return keys as Buffer[];
}
