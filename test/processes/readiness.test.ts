/** Whether a process is ready: with all of its parts, each of which answers and can be used. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readiness, storeProbes } from '../../processes/readiness';
import { connectRedis } from '../../engine/connect-redis';
import { freePort } from '../../setup/servers/ports';
import { startRedis } from '../../setup/servers/redis';
import type { RunningProcess } from '../../setup/servers/running-process';
import type { WritableRecords } from '../../records/connect';
import { RedisMemory } from '../faults/redis-memory';
import { dropRecords, openRecords } from '../records/scenario';
import { memoryFolder } from '../support/memory-folder';
import { startReaper } from '../support/reaper';
import { sharedServers } from '../support/shared-servers';

const answers = () => Promise.resolve();

describe('a process with a part', () => {
  const read = (part: () => Promise<unknown>) => readiness({ part, other: answers })();

  test('that answers is ready', async () => {
    expect(await read(answers)).toEqual({
      ready: true,
      checks: { part: 'ok', other: 'ok' },
      warnings: [],
    });
  });

  test('that fails is not, and says why', async () => {
    const said = await read(() => Promise.reject(new Error('connection refused')));
    expect(said).toEqual({
      ready: false,
      checks: { part: 'connection refused', other: 'ok' },
      warnings: [],
    });
  });

  test('that hangs is not, and the answer does not hang with it', async () => {
    const said = await read(() => new Promise(() => undefined));
    const checks = { part: expect.stringMatching(/^no answer within \d+ ms$/), other: 'ok' };
    expect(said).toEqual({ ready: false, checks, warnings: [] });
  });
});

describe('a Redis of its own', () => {
  let folder: string;
  let server: RunningProcess;
  let reaper: ReturnType<typeof startReaper>;
  let records: WritableRecords;
  let memory: RedisMemory;
  let redis: ReturnType<typeof connectRedis>;
  beforeAll(async () => {
    folder = await memoryFolder('tokenbook-readiness-');
    reaper = startReaper(folder);
    const port = await freePort();
    server = await startRedis({
      binary: sharedServers().binaries.redis,
      port,
      dataFolder: join(folder, 'redis'),
      logFile: join(folder, 'redis.log'),
      onSpawn: reaper.watch,
    });
    const address = `redis://127.0.0.1:${port}`;
    memory = new RedisMemory(address);
    redis = connectRedis(address);
    records = await openRecords();
  });
  afterAll(async () => {
    memory.close();
    redis.disconnect();
    await dropRecords(records);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    reaper.end();
  });

  test('that is full is not ready, until it takes orders again', async () => {
    const read = readiness(storeProbes({ records, redis } as never));
    const ok = { ready: true, checks: { mongodb: 'ok', redis: 'ok' }, warnings: [] };
    expect(await read()).toEqual(ok);
    await memory.fill();
    expect(await redis.ping()).toBe('PONG');
    const checks = { mongodb: 'ok', redis: expect.stringContaining('OOM') };
    expect(await read()).toEqual({ ready: false, checks, warnings: [] });
    await memory.free();
    expect(await read()).toEqual(ok);
  });
});
