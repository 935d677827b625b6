/** Servers that an exchange can trade on, and may lose something with: each start says so, and continues. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { mongodUri, startMongod } from '../../setup/servers/mongod';
import { freePort } from '../../setup/servers/ports';
import { RedisServer } from '../engine/redis-server';
import { testSettings } from '../support/environment';
import { memoryFolder } from '../support/memory-folder';
import { startProcess } from '../support/processes';
import { sharedServers } from '../support/shared-servers';
import type { Settings } from '../../config/settings';

/** @returns the messages of a relay that has started, by what they are about */
async function warningsOf(settings: Partial<Settings>): Promise<string[]> {
  const relay = await startProcess('relay', await testSettings(settings));
  await relay.kill();
  const lines = relay.output().split('\n').filter(Boolean);
  const logged = lines.map((line) => JSON.parse(line) as Record<string, string>);
  return logged.map(({ check = '', found = '', msg = '', message = msg }) =>
    `${check} ${found} ${message}`.trim(),
  );
}

test('a Redis that evicts keys, or does not flush its file, is named at the start', async () => {
  const options = ['--maxmemory-policy', 'allkeys-lru', '--appendfsync', 'no'];
  const redis = await RedisServer.start(options);
  try {
    const redisUrl = `redis://127.0.0.1:${redis.port}`;
    expect(await warningsOf({ redisUrl })).toEqual([
      expect.stringMatching(/^eviction allkeys-lru Set "maxmemory-policy noeviction"/),
      expect.stringMatching(/^append-only file .*appendfsync no.* Set "appendonly yes"/),
    ]);
  } finally {
    await redis.stop();
  }
});

test('a majority that does not wait for its journals is named at the start', async () => {
  const { mongod: binary } = sharedServers().binaries;
  const dataFolder = await memoryFolder('tokenbook-start-');
  const port = await freePort();
  const server = await startMongod({ binary, port, dataFolder, logFile: join(dataFolder, 'log') });
  const client = new mongo.MongoClient(mongodUri(port));
  try {
    const admin = client.db('admin');
    const { config } = await admin.command({ replSetGetConfig: 1 });
    const version = config.version + 1;
    const changed = { ...config, version, writeConcernMajorityJournalDefault: false };
    await admin.command({ replSetReconfig: changed });
    const mongoUri = mongodUri(port);
    expect(await warningsOf({ mongoUri, MONGODB_DATABASE: 'tokenbook' })).toEqual([
      expect.stringContaining('writeConcernMajorityJournalDefault: true'),
    ]);
  } finally {
    await client.close();
    await server.stop();
    await rm(dataFolder, { recursive: true });
  }
});

test('a start at servers that are well warns of nothing', async () => {
  expect(await warningsOf({})).toEqual([]);
});
