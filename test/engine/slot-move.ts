/** The move of one slot of a Redis Cluster from a primary to another, as `redis-cli` does it. */
import { type Redis } from 'ioredis';
import { type RedisCluster, call } from './redis-cluster';
import type { RedisServer } from './redis-server';

const KEYS_AT_ONCE = 10;
const MIGRATE_MS = 5_000;

export class SlotMove {
  private constructor(
    private readonly cluster: RedisCluster,
    private readonly slot: number,
    private readonly from: RedisServer,
    private readonly to: RedisServer,
  ) {}

  /** From now on keys of the slot may be on both primaries. */
  static async begin(cluster: RedisCluster, key: string): Promise<SlotMove> {
    const from = await cluster.primaryOf(key);
    const to = cluster.primaries.find((primary) => primary !== from)!;
    const slot = Number(await call(from, 'CLUSTER', 'KEYSLOT', key));
    const [fromId, toId] = await Promise.all([from, to].map((node) => call(node, ...MY_ID)));
    await call(to, 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', String(fromId));
    await call(from, 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', String(toId));
    return new SlotMove(cluster, slot, from, to);
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
    const others = this.cluster.primaries.filter((node) => node !== this.to && node !== this.from);
    for (const node of [this.to, this.from, ...others]) {
      await call(node, 'CLUSTER', 'SETSLOT', this.slot, 'NODE', toId).catch(() => undefined); // a dead one learns it later
    }
  }
}

const MY_ID = ['CLUSTER', 'MYID'] as const;

async function keysIn(source: Redis, slot: number): Promise<Buffer[]> {
  const keys = await source.callBuffer('CLUSTER', 'GETKEYSINSLOT', slot, KEYS_AT_ONCE);
  return keys as Buffer[];
}
