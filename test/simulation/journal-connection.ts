/**
 * A second connection of a process to Redis: to wait for the events of journals (`XREAD` with
 * `BLOCK`). The server is asked at once, and the wait for an event is simulated.
 */
import type { RedisClient } from '../../engine/connect-redis';
import { type Changes, WaitingReads } from './changes';
import { redisLost } from './lost';
import type { Scheduler } from './scheduler';

type Read = (...args: unknown[]) => Promise<unknown>;
type ReadArguments = readonly ['COUNT', number, 'BLOCK', number, 'STREAMS', ...unknown[]];

let connections = 0;

export class JournalConnection {
  readonly id = ++connections;
  private isUnblocked = false;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly redis: RedisClient,
    private readonly changes: Changes,
  ) {}

  on(): this {
    return this;
  }

  client(): Promise<number> {
    return this.scheduler.effect('redis.client ID', () => Promise.resolve(this.id), redisLost);
  }

  xreadBuffer(...args: ReadArguments): Promise<unknown> {
    const [, count, , blockMs, ...streams] = args;
    const ask = () =>
      (this.redis.xreadBuffer as unknown as Read).call(this.redis, 'COUNT', count, ...streams);
    const read = () => this.scheduler.effect('redis.xread', ask, redisLost);
    this.isUnblocked = false;
    // Each read names other journals, or other places in them.
    return new WaitingReads(this.changes).next(read, blockMs, () => this.isUnblocked);
  }

  /** Ends the present wait. */
  unblock(): void {
    this.isUnblocked = true;
    this.changes.notify();
  }

  disconnect(): void {}
}
