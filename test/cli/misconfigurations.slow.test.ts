/** What operators get wrong: `tokenbook doctor` fails for each, and its line says what to repair. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import type { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import { mongodUri, startMongod } from '../../setup/servers/mongod';
import { freePort } from '../../setup/servers/ports';
import type { RunningProcess } from '../../setup/servers/running-process';
import { SEARCH_ATTRIBUTE_TYPES } from '../../temporal/register-search-attributes';
import { RedisServer } from '../engine/redis-server';
import { Exchange } from '../support/exchange';
import { memoryFolder } from '../support/memory-folder';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { runDoctor } from './doctor-run';

const PASSWORD = 'pass-word-of-nobody';
/** Temporal's number of the type. */
const TEXT = 1;

/** All search attributes, as a worker registers them. */
const OURS = Object.fromEntries(SEARCH_ATTRIBUTE_TYPES.map(({ name, number }) => [name, number]));

type Environment = Record<string, string>;

const exchange = Exchange.pooledForFile();
let redis: RedisServer;
let mongod: RunningProcess;
let mongodPort: number;
let folder: string;
const others: Server[] = [];
beforeAll(async () => {
  redis = await RedisServer.start();
  folder = await memoryFolder('tokenbook-doctor-');
  mongodPort = await freePort();
  const binary = sharedServers().binaries.mongod;
  const logFile = join(folder, 'log');
  const key = Buffer.alloc(60, 'k').toString('base64');
  const access = { password: PASSWORD, databases: ['tokenbook'], key };
  mongod = await startMongod({ binary, port: mongodPort, dataFolder: folder, logFile, access });
  const auth = { username: '__system', password: key };
  const as = { auth, authSource: 'local', authMechanism: 'SCRAM-SHA-256' } as const;
  const client = new mongo.MongoClient(mongodUri(mongodPort), as);
  const roles = [{ role: 'read', db: 'tokenbook' }];
  const admin = client.db('admin');
  await admin.command({ createUser: 'reader', pwd: PASSWORD, roles });
  await admin.command({ createUser: 'stranger', pwd: PASSWORD, roles: [] });
  await client.close();
});
afterAll(async () => {
  for (const server of others) server.close();
  await mongod.stop();
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
});

const SOUND = [
  ['maxmemory-policy', 'noeviction'],
  ['appendonly', 'yes'],
  ['appendfsync', 'everysec'],
  ['maxmemory', '0'],
] as const;

/** A Redis of its own, which is set so. */
async function redisWith(...settings: [string, string][]): Promise<Environment> {
  return withRedis(async (admin) => {
    for (const [name, value] of SOUND) await admin.config('SET', name, value);
    for (const [name, value] of settings) await admin.config('SET', name, value);
    return { REDIS_URL: `redis://127.0.0.1:${redis.port}` };
  });
}

async function redisUserWithout(...rights: string[]): Promise<Environment> {
  await redisWith();
  return withRedis(async (admin) => {
    const name = `user-${randomUUID().slice(0, 8)}`;
    const all = ['on', `>${PASSWORD}`, '~*', '&*', '+@all', ...rights];
    await admin.call('ACL', 'SETUSER', name, ...all);
    return { REDIS_URL: `redis://${name}:${PASSWORD}@127.0.0.1:${redis.port}` };
  });
}

async function withRedis<Result>(work: (admin: Redis) => Promise<Result>): Promise<Result> {
  const admin = redis.connect();
  try {
    return await work(admin);
  } finally {
    admin.disconnect();
  }
}

function mongodbAs(user: string, password = PASSWORD): Environment {
  const uri = mongodUri(mongodPort).replace('//', `//${user}:${password}@`);
  return { MONGODB_URI: `${uri}&authSource=admin`, MONGODB_DATABASE: 'tokenbook' };
}

async function namespaceWith(attributes: object | null): Promise<Environment> {
  const namespace = `doctor-${randomUUID().slice(0, 8)}`;
  const connection = await Connection.connect({ address: exchange.settings.temporalAddress });
  const { workflowService, operatorService } = connection;
  try {
    const workflowExecutionRetentionPeriod = { seconds: 86_400 as never };
    await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
    const add = () =>
      operatorService.addSearchAttributes({ namespace, searchAttributes: attributes as never });
    if (attributes) await until(async () => add().then(Boolean, () => false), { what: namespace });
  } finally {
    await connection.close();
  }
  return { TEMPORAL_NAMESPACE: namespace };
}

function withPassword({ REDIS_URL = '' }: Environment, password: string): Environment {
  return { REDIS_URL: REDIS_URL.replace(PASSWORD, password) };
}

/** A gateway of a machine whose clock is wrong. */
async function gatewayAt(date: Date): Promise<Environment> {
  const server = createServer((_req, res) => {
    res.setHeader('date', date.toUTCString()).end('{"status":"ready","checks":{}}');
  });
  others.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { PORT: String((server.address() as AddressInfo).port) };
}

type Row = [mistake: string, environment: () => Environment | Promise<Environment>, line: RegExp];

const ROWS: Row[] = [
  ['another KEY_PEPPER', () => ({ KEY_PEPPER: 'p'.repeat(32) }), /^secrets: KEY_PEPPER is not/],
  [
    'PAYLOAD_KEYS without a key in use',
    () => ({ PAYLOAD_KEYS: Buffer.alloc(32).toString('base64') }),
    /^secrets: PAYLOAD_KEYS lacks/,
  ],
  [
    'a key in quotes',
    () => ({ KEY_PEPPER: `"${'p'.repeat(32)}"` }),
    /^settings: .*KEY_PEPPER: must not stand in quotes/,
  ],
  [
    'a SIGNING_KEY that is none',
    () => ({ SIGNING_KEY: 'c2VjcmV0' }),
    /^settings: .*SIGNING_KEY: must be/,
  ],
  [
    'production without a SIGNING_KEY',
    () => ({ TOKENBOOK_ENV: 'production', SIGNING_KEY: '' }),
    /^settings: .*SIGNING_KEY/,
  ],
  [
    'PUBLIC_URL without a scheme',
    () => ({ PUBLIC_URL: 'tokenbook.example.com' }),
    /^settings: .*PUBLIC_URL: must be/,
  ],
  [
    'BUYER_HOST with a scheme',
    () => ({ BUYER_HOST: 'https://buyers.example.com' }),
    /^settings: .*BUYER_HOST: must be/,
  ],
  [
    'TRUSTED_PROXIES by name',
    () => ({ TRUSTED_PROXIES: 'balancer' }),
    /^settings: .*TRUSTED_PROXIES: must be/,
  ],
  [
    'one port for two',
    () => ({ PORT: '8080', ADMIN_PORT: '8080' }),
    /^operator port: PORT and ADMIN_PORT are both 8080/,
  ],
  [
    'the Redis of another market',
    () => ({ TOKENBOOK_DEPLOYMENT: 'another' }),
    /^redis's market: .*and this is/,
  ],
  [
    'a Redis that evicts',
    () => redisWith(['maxmemory-policy', 'allkeys-lru']),
    /^eviction: allkeys-lru/,
  ],
  [
    'a Redis without append-only file',
    () => redisWith(['appendonly', 'no']),
    /^append-only file: off/,
  ],
  [
    'an append-only file that is not flushed',
    () => redisWith(['appendfsync', 'no']),
    /^append-only file: .*appendfsync no/,
  ],
  ['a Redis without room', () => redisWith(['maxmemory', '1kb']), /^writes: OOM/],
  [
    'a user of Redis without INFO',
    () => redisUserWithout('-info'),
    /^redis: its user may not run "info": docs/,
  ],
  [
    'a user of Redis without FUNCTION',
    () => redisUserWithout('-function'),
    /^writes: its user may not run "function\|load": docs/,
  ],
  [
    'a user of Redis without keys',
    () => redisUserWithout('resetkeys'),
    /^redis: its user may not use all keys of ours: docs/,
  ],
  [
    'a wrong password of Redis',
    async () => withPassword(await redisUserWithout(), 'wrong'),
    /^redis: .*WRONGPASS/,
  ],
  [
    'a database that Redis lacks',
    () => ({ REDIS_URL: `redis://127.0.0.1:${redis.port}/99` }),
    /^redis: .*DB index/,
  ],
  [
    'TLS for a Redis without',
    () => ({ REDIS_URL: `rediss://127.0.0.1:${redis.port}` }),
    /^redis: .*(timed out|ETIMEDOUT|TLS)/,
  ],
  [
    'a replica of Redis',
    async () => {
      const url = await redisWith();
      await withRedis((admin) => admin.replicaof('127.0.0.1', 1));
      return url;
    },
    /^writes: refused: a replica/,
  ],
  [
    'another replica set',
    () => ({
      MONGODB_URI: exchange.settings.mongoUri.replace(/replicaSet=\w+/, 'replicaSet=other'),
    }),
    /^mongodb: .*MONGODB_URI says other/,
  ],
  [
    'a wrong password of MongoDB',
    () => mongodbAs('tokenbook', 'wrong-pass'),
    /^mongodb: .*Authentication failed/,
  ],
  ['a user of MongoDB without rights', () => mongodbAs('stranger'), /^mongodb: .*its user may not/],
  [
    'a user of MongoDB that may only read',
    () => mongodbAs('reader'),
    /^mongodb's writes: .*its user may not delete in the database tokenbook/,
  ],
  [
    'a password with an unescaped character',
    () => mongodbAs('tokenbook', 'pass@word/x'),
    /^settings: .*percent-encoded/,
  ],
  [
    'TEMPORAL_ADDRESS where nothing listens',
    () => ({ TEMPORAL_ADDRESS: '127.0.0.1:1' }),
    /^temporal: .*ECONNREFUSED/,
  ],
  [
    'TEMPORAL_ADDRESS with a scheme',
    () => ({ TEMPORAL_ADDRESS: 'http://temporal:7233' }),
    /^settings: .*TEMPORAL_ADDRESS: must be/,
  ],
  [
    'TLS for a Temporal without',
    () => ({
      TEMPORAL_TLS: 'true',
      TEMPORAL_ADDRESS: exchange.settings.temporalAddress.replace('127.0.0.1', 'localhost'),
    }),
    /^temporal: .*TLS/,
  ],
  [
    'a file of an API key that is missing',
    () => ({ TEMPORAL_API_KEY_FILE: '/nowhere/key' }),
    /^temporal: .*\/nowhere\/key/,
  ],
  [
    'a namespace that is missing',
    () => ({ TEMPORAL_NAMESPACE: 'nowhere' }),
    /^namespace: nowhere: Namespace nowhere is not found/,
  ],
  ['a short retention', () => namespaceWith(OURS), /^retention: 1 days/],
  [
    'a search attribute of another type',
    () => namespaceWith({ Model: TEXT }),
    /^search attributes: Model is Text/,
  ],
  [
    'a clock that is wrong',
    () => gatewayAt(new Date(Date.now() - 3_600_000)),
    /^gateway's clock: /,
  ],
];

test.each(ROWS)(
  'the doctor finds %s',
  async (_mistake, environment, line) => {
    const { code, lines } = await unwell(await environment());
    expect(lines).toContainEqual(expect.stringMatching(line));
    expect(lines.join()).not.toContain(PASSWORD);
    expect(code).toBe(1);
  },
  30_000,
);

test('the doctor only warns of what the first worker sets up', async () => {
  const { code, lines } = await unwell(await namespaceWith(null));
  expect(lines).toContain('retention: 1 days');
  expect(code).toBe(0);
});

test('the doctor asks a gateway at the address at which it listens', async () => {
  const gateway = createServer((_req, res) => res.end(JSON.stringify({ keys: [] })));
  others.push(gateway.listen(0, '127.0.0.2'));
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  const { checks } = await runDoctor(exchange, { BIND_ADDRESS: '127.0.0.2', PORT: String(port) });
  expect(checks.get('gateway')?.found).toBe(`http://127.0.0.2:${port} answers`);
});

test('the doctor warns of fewer files than CLIENT_CONNECTIONS needs', async () => {
  const { code, lines } = await unwell({ CLIENT_CONNECTIONS: '1000000000' });
  expect(lines).toEqual([expect.stringMatching(/^open files: \d+ at most, .* needs 2000000000$/)]);
  expect(code).toBe(0);
});

test('a proxy in the environment is no mistake: no server is asked through it', async () => {
  const proxy = 'http://127.0.0.1:1';
  const environment = { http_proxy: proxy, https_proxy: proxy, grpc_proxy: proxy };
  expect(await unwell(environment)).toEqual({ code: 0, lines: [] });
});

/** What it says of all that is not as it should be. */
async function unwell(environment: Environment) {
  const { code, checks } = await runDoctor(exchange, environment);
  const found = [...checks.values()].filter(({ status }) => status !== 'ok');
  return { code, lines: found.map(({ check, found: what }) => `${check}: ${what}`) };
}
