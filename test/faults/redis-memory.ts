/** The memory of a Redis of the test's own: full, or free. */
import Redis from 'ioredis';

export class RedisMemory {
  private readonly redis: Redis;

  constructor(address: string) {
    this.redis = new Redis(address);
  }

  /** From now on Redis uses more than it may. It evicts nothing, which is its default. */
  async fill(): Promise<void> {
    await this.redis.config('SET', 'maxmemory', '1');
  }

  async free(): Promise<void> {
    await this.redis.config('SET', 'maxmemory', '0');
  }

  /** @throws ReplyError while it is full */
  async write(): Promise<void> {
    await this.redis.set('test:written', 'now');
  }

  close(): void {
    this.redis.disconnect();
  }
}
