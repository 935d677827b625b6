/** Which failures of Redis pass: a caller is told to come again, and not that something is broken. */
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { OrderBooks } from '../../engine/book';
import { isRedisAway } from '../../engine/redis-away';
import { rebuildBook } from '../../engine/rebuild';
import { RedisServer } from '../engine/redis-server';
import { until } from '../support/wait';

const BOOK = { modelId: 'away', tenor: 'spot' } as const;

let server: RedisServer;
let redis: Redis;
let admin: Redis;
let books: OrderBooks;
beforeEach(async () => {
  server = await RedisServer.start();
  admin = server.connect();
  redis = new Redis(server.port, { maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  books = new OrderBooks(redis);
  const source = { epoch: 1, asks: [], reservations: [] };
  await rebuildBook(books, BOOK, () => Promise.resolve(source));
});
afterEach(async () => {
  redis.disconnect();
  admin.disconnect();
  await server.stop();
});

/** The failure of a command on the book, once there is one; and whether it passes. */
async function failure(): Promise<{ readonly text: string; readonly passes: boolean }> {
  const err = await until(
    () =>
      books.halt(BOOK).then(
        () => null,
        (failed: unknown) => failed as Error,
      ),
    { what: 'a failure', timeoutMs: 10_000 },
  );
  return { text: err.message, passes: isRedisAway(err) };
}

test('a Redis whose memory is full', async () => {
  await admin.config('SET', 'maxmemory', '1kb');
  expect(await failure()).toEqual({ text: expect.stringContaining('OOM'), passes: true });
  await admin.config('SET', 'maxmemory', '0');
  expect(await books.halt(BOOK)).toMatchObject({ status: 'halted' });
});

test('a Redis that has become a replica, and one that has too few', async () => {
  await admin.config('SET', 'min-replicas-to-write', '1');
  expect(await failure()).toEqual({ text: expect.stringMatching(/^NOREPLICAS/), passes: true });
  await admin.config('SET', 'min-replicas-to-write', '0');
  await admin.replicaof('127.0.0.1', 1);
  expect(await failure()).toEqual({
    text: expect.stringMatching(/READONLY|MASTERDOWN/),
    passes: true,
  });
});

test('a Redis that is gone, and a connection that was given up', async () => {
  const ended = once(redis, 'end');
  redis.disconnect();
  await ended;
  expect(await failure()).toEqual({ text: 'Connection is closed.', passes: true });
  redis = new Redis(server.port, { maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  books = new OrderBooks(redis);
  await server.kill();
  expect(await failure()).toMatchObject({ passes: true });
});

test('a command that is wrong does not pass', async () => {
  await redis.set('text', 'a');
  const err = await redis.lpush('text', 'b').catch((failed: unknown) => failed as Error);
  expect(err).toBeInstanceOf(Error);
  expect(isRedisAway(err as Error)).toBe(false);
  expect(isRedisAway(new Error('the OOM killer came'))).toBe(false);
});
