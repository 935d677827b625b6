/** An address that can never work is told at once, not after the time in which a server may still start. */
import { connectRedis, firstCommand } from '../../engine/connect-redis';
import { RedisServer } from '../engine/redis-server';

/** Less than half of what an address without an answer is waited for. */
const SOON_MS = 4_000;

test('one server at the address of a cluster', async () => {
  const server = await RedisServer.start();
  const redis = connectRedis(`redis+cluster://127.0.0.1:${server.port}`);
  const startedAt = performance.now();
  try {
    await expect(firstCommand(redis, () => redis.ping())).rejects.toThrow('cluster support');
    expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
  } finally {
    redis.disconnect();
    await server.stop();
  }
});
