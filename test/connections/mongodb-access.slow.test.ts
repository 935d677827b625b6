/** A MongoDB with TLS and a user with the role of docs/operate/servers.md, by `MONGODB_URI` alone. */
import { randomBytes } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { freePort } from '../../setup/servers/ports';
import type { RunningProcess } from '../../setup/servers/running-process';
import { startServerProcess } from '../../setup/servers/server-process';
import { newCertificate } from '../support/certificate';
import { testSettings } from '../support/environment';
import { Exchange } from '../support/exchange';
import { memoryFolder } from '../support/memory-folder';
import { startProcess } from '../support/processes';
import { startReaper } from '../support/reaper';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

const DATABASE = 'tokenbook-of-another';
const PASSWORD = 'pass@word/of?mongodb';
const REPLICA_SET = 'elsewhere';

let folder: string;
let port: number;
let mongod: RunningProcess | undefined;
let reaper: ReturnType<typeof startReaper>;

beforeAll(async () => {
  folder = await memoryFolder('tokenbook-mongodb-tls-');
  reaper = startReaper(folder);
  port = await freePort();
  mongod = await startSecureMongod();
}, 60_000);
afterAll(async () => {
  await mongod?.stop();
  await rm(folder, { recursive: true, force: true });
  reaper.end();
});

test('a chat with TLS, a user, and the role readWrite alone', async () => {
  const exchange = await Exchange.start({
    settings: { mongoUri: addressWith(PASSWORD), MONGODB_DATABASE: DATABASE },
    relay: true,
  });
  try {
    const { key } = await exchange.buyer();
    const seller = await exchange.seller();
    await exchange.ask(seller, { price: '0.001' });
    expect(await exchange.chat(key)).toMatchObject({ status: 200 });
    await exchange.expectSagasEnded();
    await exchange.expectExact();
  } finally {
    await exchange.stop();
  }
});

test.each([
  [
    'a wrong password',
    () => addressWith('wrong-password'),
    /MongoDB at mongodb:\/\/localhost.*Authentication failed/,
  ],
  ['an invalid address', () => 'mongodb://user:wrong-password@', /MONGODB_URI: must be like/],
  [
    'a user without rights',
    () => addressWith(PASSWORD, 'stranger'),
    /MongoDB at mongodb:\/\/localhost\S*: its user may not \w+ in the database tokenbook-of-another/,
  ],
])('%s ends a start with the reason, without the password', async (_name, address, reason) => {
  const settings = await testSettings({ mongoUri: address(), MONGODB_DATABASE: DATABASE });
  const failure = await startProcess('relay', settings).then(
    () => 'started',
    (err: Error) => err.message,
  );
  expect(failure).toMatch(reason);
  expect(failure).not.toContain('wrong-password');
});

function addressWith(password: string, name = 'tokenbook'): string {
  const user = `${name}:${encodeURIComponent(password)}`;
  const tls = `tls=true&tlsCAFile=${encodeURIComponent(join(folder, 'cert.pem'))}`;
  return `mongodb://${user}@localhost:${port}/?replicaSet=${REPLICA_SET}&authSource=admin&${tls}`;
}

async function startSecureMongod(): Promise<RunningProcess> {
  const { cert, key } = newCertificate(['localhost']);
  const [certFile, serverFile, keyFile] = ['cert.pem', 'server.pem', 'members.key'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(certFile, cert);
  await writeFile(serverFile, cert + key);
  await writeFile(keyFile, randomBytes(60).toString('base64'));
  await chmod(keyFile, 0o600);
  const server = await startServerProcess({
    name: 'MongoDB',
    binary: sharedServers().binaries.mongod,
    arguments: [
      '--dbpath',
      folder,
      '--port',
      String(port),
      '--bind_ip',
      '127.0.0.1',
      '--quiet',
      '--replSet',
      REPLICA_SET,
      '--keyFile',
      keyFile,
      '--wiredTigerCacheSizeGB',
      '0.5',
      '--tlsMode',
      'requireTLS',
      '--tlsCertificateKeyFile',
      serverFile,
      '--tlsCAFile',
      certFile,
      '--tlsAllowConnectionsWithoutCertificates',
      '--unixSocketPrefix',
      folder,
    ],
    logFile: join(folder, 'mongod.log'),
    onSpawn: reaper.watch,
    check: () => withAdmin(certFile, (admin) => admin.command({ ping: 1 })),
  });
  await withAdmin(certFile, async (admin) => {
    const members = [{ _id: 0, host: `localhost:${port}` }];
    await admin.command({ replSetInitiate: { _id: REPLICA_SET, members } });
    await until(async () => (await admin.command({ hello: 1 })).isWritablePrimary, {
      what: 'the primary',
    });
    await admin.command({ createUser: 'admin', pwd: PASSWORD, roles: ['root'] });
  });
  await withAdmin(certFile, createUser, { username: 'admin', password: PASSWORD });
  return server;
}

async function createUser(admin: mongo.Db): Promise<void> {
  const roles = [{ role: 'readWrite', db: DATABASE }];
  await admin.command({ createUser: 'tokenbook', pwd: PASSWORD, roles });
  await admin.command({ createUser: 'stranger', pwd: PASSWORD, roles: [] });
}

/** Until there is a user, a client on the same machine may do what is needed to create one. */
async function withAdmin(
  tlsCAFile: string,
  work: (admin: mongo.Db) => Promise<unknown>,
  auth?: { username: string; password: string },
): Promise<void> {
  const client = new mongo.MongoClient(`mongodb://localhost:${port}`, {
    directConnection: true,
    tls: true,
    tlsCAFile,
    serverSelectionTimeoutMS: 1e3,
    ...(auth ? { auth } : {}),
  });
  try {
    await work(client.db('admin'));
  } finally {
    await client.close();
  }
}
