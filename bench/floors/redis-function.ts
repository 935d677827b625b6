/** The floor of every command of the book: a function call that does nothing. */
import { connectRedis, type RedisClient } from '../../engine/connect-redis';
import { type Call, timed } from '../measure/load';

const LIBRARY = `#!lua name=tokenbook_bench
redis.register_function('tokenbook_bench_noop', function() return 'OK' end)
`;

export class RedisFloor {
  private constructor(private readonly redis: RedisClient) {}

  static async open(redisUrl: string): Promise<RedisFloor> {
    const redis = connectRedis(redisUrl);
    await redis.call('FUNCTION', 'LOAD', 'REPLACE', LIBRARY);
    return new RedisFloor(redis);
  }

  readonly call: Call = timed(() => this.redis.call('FCALL', 'tokenbook_bench_noop', '0'));

  close(): void {
    this.redis.disconnect();
  }
}
