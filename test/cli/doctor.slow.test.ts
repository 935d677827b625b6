/** `tokenbook doctor`: what it finds at servers that are well, missing, or not as they should be. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import Redis from 'ioredis';
import mongoose from 'mongoose';
import { OLDEST, isRecentEnough } from '../../config/server-versions';
import { CLOCKS_APART_MS } from '../../domain/clocks';
import { redisKey } from '../../engine/redis-keys';
import { clockFinding } from '../../cli/doctor/finding';
import { mongodUri, startMongod } from '../../setup/servers/mongod';
import { freePort } from '../../setup/servers/ports';
import { Exchange } from '../support/exchange';
import { memoryFolder } from '../support/memory-folder';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { runDoctor } from './doctor-run';

/** Temporal's number of the type. */
const TEXT = 1;

const exchange = Exchange.pooledForFile();

const doctor = (environment: Record<string, string> = {}) => runDoctor(exchange, environment);

test('a running exchange is well', async () => {
  const { code, checks } = await doctor();
  const unwell = [...checks.values()].filter(({ status }) => status !== 'ok');
  expect(unwell).toEqual([]);
  expect(code).toBe(0);
  expect([...checks.keys()]).toEqual(
    expect.arrayContaining([
      'node',
      'settings',
      'mongodb',
      'replica set',
      'indexes',
      'redis',
      'eviction',
      'temporal',
      'retention',
      'journal',
      'search attributes',
      'gateway',
      'operator port',
      "mongodb's clock",
      'secrets',
      'append-only file',
      'writes',
      "redis's market",
      "redis's clock",
      "gateway's clock",
    ]),
  );
});

test('a later seller of an endpoint is named until it is banned', async () => {
  const { sellers } = exchange.records;
  const { sellerId } = await exchange.seller();
  await sellers.updateOne({ _id: sellerId }, { $set: { heldEndpoint: null } });
  const finding = (await doctor()).checks.get('endpoints');
  expect(finding).toMatchObject({ status: 'warn' });
  expect(finding!.found).toContain(sellerId);
  await sellers.updateOne({ _id: sellerId }, { $set: { standing: 'Banned' } });
  expect((await doctor()).checks.get('endpoints')).toMatchObject({ status: 'ok' });
});

test.each([
  ['KEY_PEPPER', { KEY_PEPPER: 'p'.repeat(32) }],
  ['PAYLOAD_KEYS', { PAYLOAD_KEYS: Buffer.alloc(32).toString('base64') }],
])('another %s than that of the deployment fails', async (name, environment) => {
  const { checks, code } = await doctor(environment);
  expect(checks.get('secrets')).toMatchObject({
    status: 'fail',
    found: expect.stringContaining(name),
  });
  expect(code).toBe(1);
});

test('a search attribute of another type fails', async () => {
  const namespace = `typed-${randomUUID().slice(0, 8)}`;
  const address = exchange.settings.temporalAddress;
  const connection = await Connection.connect({ address });
  const { workflowService, operatorService } = connection;
  try {
    const workflowExecutionRetentionPeriod = { seconds: 86_400 as never };
    await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
    const add = () =>
      operatorService.addSearchAttributes({
        namespace,
        searchAttributes: { Model: TEXT } as never,
      });
    await until(async () => add().then(Boolean, () => false), { what: 'the namespace' });
  } finally {
    await connection.close();
  }
  const { checks, code } = await doctor({ TEMPORAL_NAMESPACE: namespace });
  expect(checks.get('search attributes')).toMatchObject({
    status: 'fail',
    found: 'Model is Text, not Keyword',
  });
  expect(code).toBe(1);
});

test('a namespace that forgets histories earlier than TEMPORAL_RETENTION_DAYS fails', async () => {
  const { TEMPORAL_RETENTION_DAYS: days } = exchange.settings;
  const { checks, code } = await doctor({ TEMPORAL_RETENTION_DAYS: `${days + 1}` });
  expect(checks.get('retention')).toMatchObject({ status: 'fail', found: `${days} days` });
  expect(code).toBe(1);
});

test('a replica set whose majority does not wait for its journals fails', async () => {
  const { mongod: binary } = sharedServers().binaries;
  const dataFolder = await memoryFolder('tokenbook-doctor-');
  const port = await freePort();
  const logFile = join(dataFolder, 'log');
  const server = await startMongod({ binary, port, dataFolder, logFile });
  const client = new mongoose.mongo.MongoClient(mongodUri(port));
  try {
    const admin = client.db('admin');
    const { config } = await admin.command({ replSetGetConfig: 1 });
    const changed = { ...config, version: config.version + 1 };
    await admin.command({
      replSetReconfig: { ...changed, writeConcernMajorityJournalDefault: false },
    });
    const { checks } = await doctor({ MONGODB_URI: mongodUri(port) });
    expect(checks.get('journal')).toMatchObject({ status: 'fail', found: 'not waited for' });
  } finally {
    await client.close();
    await server.stop();
    await rm(dataFolder, { recursive: true });
  }
});

test('the Redis of another market fails, also after it was emptied', async () => {
  const redis = new Redis(exchange.settings.redisUrl);
  await redis.del(redisKey('market'));
  await until(() => redis.get(redisKey('market')), { what: 'the mark', timeoutMs: 60_000 });
  redis.disconnect();
  const { checks, code } = await doctor({ TOKENBOOK_DEPLOYMENT: 'another' });
  expect(checks.get("redis's market")).toMatchObject({ status: 'fail' });
  expect(code).toBe(1);
});

test('a missing index is named', async () => {
  const database = `doctor-${process.pid}`;
  const { checks } = await doctor({ MONGODB_DATABASE: database });
  expect(checks.get('indexes')).toMatchObject({ status: 'warn' });
  expect(checks.get('indexes')!.found).toContain('accounts');
  const failed = [...checks.values()].filter(({ status }) => status === 'fail');
  expect(failed.map(({ check }) => check)).toEqual(["redis's market"]);
  const connection = await mongoose.createConnection(exchange.settings.mongoUri).asPromise();
  const { databases } = await connection.db!.admin().listDatabases();
  await connection.close();
  expect(databases.map(({ name }) => name)).not.toContain(database);
});

test('servers that do not answer, and a port on which nothing listens', async () => {
  const { code, checks } = await doctor({
    MONGODB_URI: 'mongodb://127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    PORT: '2',
    ADMIN_PORT: '3',
  });
  expect(code).toBe(1);
  for (const name of ['mongodb', 'redis', 'temporal']) {
    expect(checks.get(name)).toMatchObject({ status: 'fail' });
  }
  for (const name of ['gateway', 'operator port']) {
    expect(checks.get(name)).toMatchObject({ status: 'warn' });
  }
});

test('a port that another program uses, and a setting that is none', async () => {
  const other: Server = createServer((_req, res) => res.end('{}'));
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const { checks } = await doctor({ PORT: String(port) });
  other.close();
  expect(checks.get('gateway')).toMatchObject({ status: 'fail' });
  const wrong = await doctor({ FEE_BPS: 'many', PORT: 'none' });
  expect(wrong.code).toBe(1);
  expect(wrong.checks.get('settings')!.found).toContain('PORT');
});

test('clocks: half of what the exchange allows is a warning, all of it a failure', () => {
  const status = (apartMs: number) => clockFinding('clock', 1_000_000 + apartMs, 1_000_000).status;
  expect(status(CLOCKS_APART_MS / 2 - 1)).toBe('ok');
  expect(status(CLOCKS_APART_MS / 2)).toBe('warn');
  expect(status(1 - CLOCKS_APART_MS)).toBe('warn');
  expect(status(-CLOCKS_APART_MS)).toBe('fail');
});

test('versions are compared as numbers', () => {
  expect(isRecentEnough('7.0.0', OLDEST.redis)).toBe(true);
  expect(isRecentEnough('6.9.9', OLDEST.redis)).toBe(false);
  expect(isRecentEnough('10.0', OLDEST.redis)).toBe(true);
  expect(isRecentEnough('1.29.0', OLDEST.temporal)).toBe(true);
  expect(isRecentEnough('1.28.9', OLDEST.temporal)).toBe(false);
  expect(isRecentEnough('unknown', OLDEST.temporal)).toBe(false);
});
