/** `tokenbook doctor` at a Redis that answers, and that no exchange can trade on. */
import type { Redis } from 'ioredis';
import { checkRedis } from '../../cli/doctor/redis';
import type { Settings } from '../../config/settings';
import { RedisServer } from '../engine/redis-server';

let server: RedisServer;
let admin: Redis;
beforeEach(async () => {
  server = await RedisServer.start();
  admin = server.connect();
});
afterEach(async () => {
  admin.disconnect();
  await server.stop();
});

/** @returns what has to be done something about */
async function failures(user = ''): Promise<readonly string[]> {
  const redisUrl = `redis://${user}127.0.0.1:${server.port}`;
  const market = { MONGODB_DATABASE: 'tokenbook', TOKENBOOK_DEPLOYMENT: 'tokenbook' };
  const findings = await checkRedis({ redisUrl, ...market } as Settings);
  const unwell = findings.filter(({ status }) => status !== 'ok');
  return unwell.map(({ status, check, found }) => `${status} ${check}: ${found}`);
}

test('one that is well is left without a trace', async () => {
  expect(await failures()).toEqual([]);
  expect(await admin.call('FUNCTION', 'LIST')).toEqual([]);
  expect(await admin.dbsize()).toBe(0);
});

test.each([
  ['maxmemory-policy', 'allkeys-lru', /^fail eviction: allkeys-lru$/],
  ['appendonly', 'no', /^fail append-only file: off$/],
  ['appendfsync', 'no', /^fail append-only file: on, and left to the system/],
  ['maxmemory', '1kb', /^fail writes: OOM /],
  ['min-replicas-to-write', '1', /^fail writes: NOREPLICAS /],
])('one whose %s is %s fails', async (name, value, failure) => {
  await admin.config('SET', name, value);
  expect(await failures()).toEqual([expect.stringMatching(failure)]);
});

test('a replica, which serves reads alone, fails', async () => {
  await admin.replicaof('127.0.0.1', 1);
  expect(await failures()).toEqual(['fail writes: refused: a replica']);
});

test('a user that may not load functions fails', async () => {
  await admin.call('ACL', 'SETUSER', 'limited', 'on', '>secret', '~*', '&*', '+@all', '-function');
  expect(await failures('limited:secret@')).toEqual([
    expect.stringMatching(/^fail writes: its user may not run "function\|load"/),
  ]);
});
