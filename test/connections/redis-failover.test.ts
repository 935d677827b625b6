/** A server that is no longer the primary is left: its address may lead to the new one. */
import { connectRedis } from '../../engine/connect-redis';
import { RedisServer } from '../engine/redis-server';
import { until } from '../support/wait';

test('a command that a replica refuses fails, and the client connects again', async () => {
  const server = await RedisServer.start();
  const admin = server.connect();
  const redis = connectRedis(`redis://127.0.0.1:${server.port}`, { maxRetriesPerRequest: 2 });
  try {
    expect(await redis.set('key', '1')).toBe('OK');
    const before = await redis.client('ID');
    await admin.replicaof('127.0.0.1', 1);
    await expect(redis.set('key', '2')).rejects.toThrow(/^READONLY/);
    await admin.replicaof('NO', 'ONE');
    await until(async () => (await redis.set('key', '3')) === 'OK', { what: 'a write' });
    expect(await redis.client('ID')).not.toBe(before);
  } finally {
    redis.disconnect();
    admin.disconnect();
    await server.stop();
  }
});
