/** The servers that `npm start` runs have passwords, also on data that an earlier release left. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Redis from 'ioredis';
import { mongo } from 'mongoose';
import { loadDatabase, loadSettings } from '../../config/settings';
import { ensureCredentials, newSecrets, newStorePasswords } from '../../setup/local/credentials';
import { mongodUri, startMongod } from '../../setup/servers/mongod';
import { freePort } from '../../setup/servers/ports';
import { startRedis } from '../../setup/servers/redis';
import { sharedServers } from '../support/shared-servers';

jest.setTimeout(60_000);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokenbook-passwords-'));
});
afterEach(() => rm(folder, { recursive: true }));

const { binaries } = sharedServers();
const { REDIS_PASSWORD, MONGODB_PASSWORD, MONGODB_KEY } = newStorePasswords();
const place = (name: string) => ({
  dataFolder: join(folder, name),
  logFile: join(folder, `${name}.log`),
});
const access = {
  password: MONGODB_PASSWORD,
  databases: ['tokenbook', 'tokenbook_test'],
  key: MONGODB_KEY,
};

async function ask<Answer>(uri: string, use: (client: mongo.MongoClient) => Promise<Answer>) {
  const client = new mongo.MongoClient(uri, { serverSelectionTimeoutMS: 2_000 });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const records = (uri: string) =>
  ask(uri, (client) => client.db('tokenbook').collection('records').find().toArray());

function withUser(port: number, password = MONGODB_PASSWORD): string {
  return `mongodb://tokenbook:${password}@127.0.0.1:${port}/?replicaSet=tokenbook&authSource=admin`;
}

/** Arguments of all processes, as anybody on the machine sees them. */
const listed = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });

test('MongoDB answers nobody without the password, and the folder of an earlier release keeps its records', async () => {
  const options = { ...place('mongodb'), binary: binaries.mongod };
  const port = await freePort();
  const earlier = await startMongod({ ...options, port });
  await ask(mongodUri(port), (client) =>
    client.db('tokenbook').collection<{ _id: number }>('records').insertOne({ _id: 1 }),
  );
  await earlier.stop();

  const other = await freePort();
  let server = await startMongod({ ...options, port: other, access });
  await expect(records(mongodUri(other))).rejects.toThrow(/requires authentication/);
  await expect(records(withUser(other, 'wrong'))).rejects.toThrow(/Authentication failed/);
  expect(await records(withUser(other))).toEqual([{ _id: 1 }]);
  for (const secret of [MONGODB_PASSWORD, MONGODB_KEY]) expect(listed()).not.toContain(secret);
  expect((await stat(join(folder, 'mongodb', 'member.key'))).mode & 0o777).toBe(0o600);
  await expect(
    ask(withUser(other), (client) => client.db('others').collection('x').find().toArray()),
  ).rejects.toThrow(/not authorized/);
  await server.stop();

  // At a third port, with another password: what is kept counts.
  const third = await freePort();
  const changed = { ...access, ...newStorePasswords(), password: 'changed' };
  server = await startMongod({ ...options, port: third, access: changed });
  await expect(records(withUser(third))).rejects.toThrow(/Authentication failed/);
  expect(await records(withUser(third, 'changed'))).toEqual([{ _id: 1 }]);
  await server.stop();

  // Back to the earlier release.
  server = await startMongod({ ...options, port });
  expect(await records(mongodUri(port))).toEqual([{ _id: 1 }]);
  await server.stop();
});

test('Redis answers nobody without the password, which no list of processes shows', async () => {
  const port = await freePort();
  const server = await startRedis({
    ...place('redis'),
    binary: binaries.redis,
    port,
    password: REDIS_PASSWORD,
  });
  const pinged = async (password?: string) => {
    const options = password === undefined ? {} : { password };
    const redis = new Redis({ port, lazyConnect: true, retryStrategy: null, ...options });
    redis.on('error', () => undefined);
    return redis.ping().finally(() => redis.disconnect());
  };
  await expect(pinged()).rejects.toThrow(/NOAUTH/);
  await expect(pinged('wrong')).rejects.toThrow(/./);
  expect(await pinged(REDIS_PASSWORD)).toBe('PONG');
  expect(listed()).not.toContain(REDIS_PASSWORD);
  expect((await stat(join(folder, 'redis', 'redis.conf'))).mode & 0o777).toBe(0o600);
  await server.stop();
});

test('the credentials of an earlier release get passwords, and keep what they have', async () => {
  const earlier = { secrets: newSecrets(), demo: { sellers: [] } };
  await writeFile(join(folder, 'credentials.json'), JSON.stringify(earlier));
  const { secrets, demo } = ensureCredentials(folder);
  expect({ secrets, demo }).toEqual({
    secrets: { ...earlier.secrets, ...passwordsIn(secrets) },
    demo: earlier.demo,
  });
  expect(JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'))).toEqual({
    secrets,
    demo,
  });
  expect(ensureCredentials(folder).secrets).toEqual(secrets);
  const environment = { TOKENBOOK_HOME: folder, REDIS_PORT: '1', MONGO_PORT: '2' };
  const { redisUrl, mongoUri } = loadSettings(environment);
  expect(redisUrl).toBe(`redis://:${secrets['REDIS_PASSWORD']}@127.0.0.1:1`);
  expect(mongoUri).toContain(`mongodb://tokenbook:${secrets['MONGODB_PASSWORD']}@127.0.0.1:2/`);
  expect(loadDatabase(environment).mongoUri).toBe(mongoUri);
});

function passwordsIn(secrets: Readonly<Record<string, string>>) {
  const names = Object.keys(newStorePasswords());
  expect(names.map((name) => secrets[name]!.length >= 43)).toEqual([true, true, true]);
  return Object.fromEntries(names.map((name) => [name, secrets[name]]));
}
