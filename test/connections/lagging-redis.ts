/** A primary of Redis and a replica that can be held back, behind one address that follows a takeover. */
import { RedisServer } from '../engine/redis-server';
import { FaultProxy } from '../faults/fault-proxy';

export class LaggingRedis {
  private constructor(
    private readonly primary: RedisServer,
    private readonly replica: RedisServer,
    /** Between the replica and its primary. */
    private readonly replication: FaultProxy,
    /** The address that the exchange knows. */
    private readonly front: FaultProxy,
  ) {}

  static async start(): Promise<LaggingRedis> {
    const primary = await RedisServer.start(['--repl-diskless-sync-delay', '0']);
    const replication = await FaultProxy.open(primary.port);
    const replica = await RedisServer.start(['--replicaof', `127.0.0.1 ${replication.port}`]);
    return new LaggingRedis(primary, replica, replication, await FaultProxy.open(primary.port));
  }

  async stop(): Promise<void> {
    for (const proxy of [this.front, this.replication]) proxy.close();
    await Promise.all([this.primary.stop(), this.replica.stop()]);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.front.port}`;
  }

  /** From now on the replica gets no writes. */
  hold(): void {
    this.replication.set({ kind: 'held', direction: 'answers' });
  }

  /** How many bytes of its primary's writes the replica has not applied. */
  async lagBytes(): Promise<number> {
    const [written, applied] = await Promise.all([this.written(), this.applied()]);
    return written - applied;
  }

  /** Bytes of the primary's writes. */
  written(): Promise<number> {
    return offsetOf(this.primary, 'master_repl_offset');
  }

  /** Bytes of them that the replica has applied. */
  applied(): Promise<number> {
    return offsetOf(this.replica, 'slave_repl_offset');
  }

  /** The primary dies, and the replica takes over as it is. */
  async takeOver(): Promise<void> {
    await this.primary.kill();
    const promoted = this.replica.connect();
    await promoted.replicaof('NO', 'ONE');
    promoted.disconnect();
    this.replication.close();
    this.front.leadTo(this.replica.port);
  }
}

/** Of a server's writes. */
async function offsetOf(server: RedisServer, name: string): Promise<number> {
  const redis = server.connect();
  const told = await redis.info('replication');
  redis.disconnect();
  return Number(new RegExp(`${name}:(\\d+)`).exec(told)?.[1]);
}
