/** A MongoDB that is not the replica set that an exchange needs: a process ends, and says in a line why. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../setup/servers/ports';
import type { RunningProcess } from '../../setup/servers/running-process';
import { startServerProcess } from '../../setup/servers/server-process';
import { mongo } from 'mongoose';
import { testSettings } from '../support/environment';
import { memoryFolder } from '../support/memory-folder';
import { startProcess } from '../support/processes';
import { startReaper } from '../support/reaper';
import { sharedServers } from '../support/shared-servers';

let folder: string;
let reaper: ReturnType<typeof startReaper>;
const servers: RunningProcess[] = [];
beforeAll(async () => {
  folder = await memoryFolder('tokenbook-mongodb-sets-');
  reaper = startReaper(folder);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
  reaper.end();
});

/** @returns its address */
async function mongod(name: string, ...options: string[]): Promise<string> {
  const port = await freePort();
  const address = `mongodb://127.0.0.1:${port}/`;
  const dataFolder = await mkdtemp(join(folder, `${name}-`));
  const ping = async () => {
    const client = new mongo.MongoClient(
      `${address}?directConnection=true&serverSelectionTimeoutMS=500`,
    );
    try {
      await client.db('admin').command({ ping: 1 });
    } finally {
      await client.close();
    }
  };
  const server = await startServerProcess({
    name,
    binary: sharedServers().binaries.mongod,
    arguments: [
      '--dbpath',
      dataFolder,
      '--port',
      String(port),
      '--bind_ip',
      '127.0.0.1',
      '--quiet',
      '--wiredTigerCacheSizeGB',
      '0.25',
      '--unixSocketPrefix',
      dataFolder,
      ...options,
    ],
    logFile: join(folder, `${name}.log`),
    onSpawn: reaper.watch,
    check: ping,
  });
  servers.push(server);
  return address;
}

async function failureAt(mongoUri: string): Promise<string> {
  const settings = await testSettings({ mongoUri, MONGODB_DATABASE: 'tokenbook' });
  return startProcess('relay', settings).then(
    () => 'started',
    (err: Error) =>
      JSON.stringify(/"message":"(MongoDB at [^"]*)"/.exec(err.message)?.[1] ?? err.message),
  );
}

test('a server without a replica set', async () => {
  const address = await mongod('standalone');
  expect(await failureAt(address)).toMatch(/needs?: start mongod with --replSet/);
  expect(await failureAt(`${address}?replicaSet=rs0`)).toMatch(/it is no replica set/);
});

test('a replica set that nobody has initiated', async () => {
  const address = await mongod('uninitiated', '--replSet', 'rs0');
  expect(await failureAt(`${address}?replicaSet=rs0`)).toMatch(/and initiate the set/);
});

test('a replica set of another name', async () => {
  const { mongoUri } = await testSettings();
  const wrong = mongoUri.replace(/replicaSet=\w+/, 'replicaSet=other');
  expect(await failureAt(wrong)).toMatch(
    /its replica set is tokenbook, and MONGODB_URI says other/,
  );
});

test('a host that does not exist is named with the reason', async () => {
  expect(await failureAt('mongodb://nowhere.invalid/?replicaSet=rs0')).toMatch(
    /MongoDB at mongodb:\/\/nowhere.invalid\S*: .*nowhere.invalid/,
  );
});
