/** A Redis that cannot be used is told by its reason: of another kind than the address says, or without a right. */
import { connectRedis, firstCommand } from '../../engine/connect-redis';
import { OrderBooks } from '../../engine/book';
import { RedisServer } from '../engine/redis-server';

const ADDRESS = ['--cluster-announce-ip', '127.0.0.1'];
const PING = { maxRetriesPerRequest: 2 };
/** Less than half of what an address without an answer is waited for. */
const SOON_MS = 4_000;

let server: RedisServer;
afterEach(() => server.stop());

async function pingAt(address: string, options: object = PING): Promise<string> {
  const redis = connectRedis(address, options);
  try {
    return await firstCommand(redis, () => redis.ping());
  } finally {
    redis.disconnect();
  }
}

test('a node of a cluster at the address of one server, which would refuse most books', async () => {
  server = await RedisServer.startClusterNode(ADDRESS);
  await expect(pingAt(`redis://127.0.0.1:${server.port}`)).rejects.toThrow('redis+cluster://');
});

test('one server at the address of a cluster, at once, not after the time in which a server may start', async () => {
  server = await RedisServer.start();
  const startedAt = performance.now();
  const refused = pingAt(`redis+cluster://127.0.0.1:${server.port}`, {});
  await expect(refused).rejects.toThrow('cluster support');
  expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
  expect(await pingAt(`redis://127.0.0.1:${server.port}`)).toBe('PONG');
});

test('a user that may not load functions', async () => {
  server = await RedisServer.start();
  const admin = server.connect();
  await admin.call('ACL', 'SETUSER', 'limited', 'on', '>secret', '~*', '&*', '+@all', '-function');
  const redis = connectRedis(`redis://limited:secret@127.0.0.1:${server.port}`, PING);
  const books = new OrderBooks(redis);
  try {
    await expect(books.load()).rejects.toThrow(/NOPERM|no permissions/i);
    const book = { modelId: 'model', tenor: 'spot' } as const;
    await expect(books.halt(book)).rejects.toThrow(/NOPERM|no permissions/i);
    await new OrderBooks(admin).load(); // somebody who may
    expect(await books.halt(book)).toMatchObject({ status: 'unavailable' });
  } finally {
    redis.disconnect();
    admin.disconnect();
  }
});

test('a wrong password', async () => {
  server = await RedisServer.start();
  const admin = server.connect();
  await admin.call('ACL', 'SETUSER', 'known', 'on', '>secret', '~*', '&*', '+@all');
  const port = `127.0.0.1:${server.port}`;
  await expect(pingAt(`redis://known:wrong@${port}`)).rejects.toThrow(/^WRONGPASS/);
  expect(await pingAt(`redis://known:secret@${port}`)).toBe('PONG');
  admin.disconnect();
});

test('nobody at the address', async () => {
  server = await RedisServer.start();
  await server.kill();
  await expect(pingAt(`redis://127.0.0.1:${server.port}`)).rejects.toThrow(/ECONNREFUSED/);
});
