/**
 * The most similar order book on npm: nodejs-order-book, in the memory of one process. It has no
 * region, seller pin, release or idempotency, and no persistence. One XADD per operation makes it as
 * durable as the engine, except for a crash between the two.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { OrderBook, Side } from 'nodejs-order-book';
import { type Call, timed } from '../measure/load';
import { CAPACITY_TOKENS, PRICES, RESERVE_MAX_TOKENS } from './market';

const EVENTS = 'bench:{rival}:events';

export class Rival {
  private readonly book = new OrderBook();
  private readonly ids: string[] = [];

  constructor(
    private readonly redis: Redis,
    private readonly asks: number,
  ) {
    for (let count = 0; count < asks; count += 1) this.ids.push(this.rest());
  }

  /** A reservation that is written to Redis before its answer. */
  readonly durableReserve: Call = timed(async () => {
    const size = randomInt(1, RESERVE_MAX_TOKENS + 1);
    const price = PRICES * 10;
    const id = randomUUID();
    const { done, partial, err } = this.book.limit({
      side: Side.BUY,
      id,
      size,
      price,
      timeInForce: 'IOC' as never,
    });
    if (err) throw err;
    const entry = JSON.stringify({ id, size, done: done.length, partial: partial?.id });
    await this.redis.xadd(EVENTS, '*', 'e', entry);
  });

  /** Cancels in memory. @returns operations per second */
  cancelsPerSecond(count: number): number {
    const chosen = Array.from({ length: count }, () => {
      const at = randomInt(this.ids.length);
      const [id = ''] = this.ids.splice(at, 1);
      return id;
    });
    const startedAt = performance.now();
    for (const id of chosen) this.book.cancel(id);
    const seconds = (performance.now() - startedAt) / 1_000;
    while (this.ids.length < this.asks) this.ids.push(this.rest());
    return count / seconds;
  }

  async clear(): Promise<void> {
    await this.redis.unlink(EVENTS);
  }

  private rest(): string {
    const id = randomUUID();
    const price = randomInt(1, PRICES + 1);
    this.book.limit({ side: Side.SELL, id, size: CAPACITY_TOKENS, price });
    return id;
  }
}
