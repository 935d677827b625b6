/** A Temporal that is operated elsewhere: TLS, client certificates, API keys, a managed namespace. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../config/settings';
import { connectTemporal } from '../../temporal/connection';
import { registerSearchAttributes } from '../../temporal/register-search-attributes';
import { RETENTION_REMEDY } from '../../temporal/retention';
import { newCertificate } from '../support/certificate';
import { testSettings } from '../support/environment';
import { Exchange } from '../support/exchange';
import { startProcess } from '../support/processes';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { TemporalFront } from './temporal-front';

const SERVER_NAME = 'temporal.test';
const FIRST_KEY = 'first-api-key-of-temporal';
const SECOND_KEY = 'second-api-key-of-temporal';

const server = newCertificate([SERVER_NAME]);
const client = newCertificate(['tokenbook.test']);

let folder: string;
let front: TemporalFront;
let cloud: TemporalFront;
let tls: Partial<Settings>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokenbook-tls-'));
  const { temporalAddress } = sharedServers().addresses;
  const common = { server: temporalAddress, certificate: server };
  front = await TemporalFront.start({ ...common, clientCertificate: client.cert });
  cloud = await TemporalFront.start({ ...common, apiKeys: [FIRST_KEY], isManaged: true });
  tls = {
    temporalAddress: `127.0.0.1:${front.port}`,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: await file('ca.pem', server.cert),
    TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
    TEMPORAL_TLS_CLIENT_CERT_PATH: await file('client.pem', client.cert),
    TEMPORAL_TLS_CLIENT_KEY_PATH: await file('client.key', client.key),
  };
});
afterAll(async () => {
  front.close();
  cloud.close();
  await rm(folder, { recursive: true, force: true });
});

function withCloud(): Partial<Settings> {
  return {
    temporalAddress: `127.0.0.1:${cloud.port}`,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: tls.TEMPORAL_TLS_SERVER_CA_CERT_PATH,
    TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
  };
}

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

test('a chat, with its workflow, through TLS with a client certificate', async () => {
  const exchange = await Exchange.start({ settings: tls });
  try {
    await expectChat(exchange);
    await exchange.expectSagasEnded();
    await exchange.expectExact();
    expect(front.forwarded.get('StartWorkflowExecution')).toBeGreaterThan(0);
    expect(front.forwarded.get('PollWorkflowTaskQueue')).toBeGreaterThan(0);
  } finally {
    await exchange.stop();
  }
});

test('an API key from a file, in a managed namespace; a rotated one is used without a restart', async () => {
  const path = await file('api-key', `${FIRST_KEY}\n`);
  const exchange = await Exchange.start({
    relay: true,
    settings: { ...withCloud(), TEMPORAL_API_KEY_FILE: path },
  });
  try {
    await expectChat(exchange);
    await exchange.expectSagasEnded();
    expect(cloud.refused.get('ListSearchAttributes')).toBeGreaterThan(0);
    cloud.apiKeys.add(SECOND_KEY);
    await file('api-key.new', SECOND_KEY);
    await rename(join(folder, 'api-key.new'), path);
    const callWithNewKey = async () => {
      await exchange.send('GET', '/readyz', { admin: true });
      return cloud.keysInUse.includes(SECOND_KEY);
    };
    await until(callWithNewKey, { what: 'the new key to be used' });
    const before = cloud.forwarded.get('StartWorkflowExecution') ?? 0;
    await expectChat(exchange);
    await exchange.expectSagasEnded();
    expect(cloud.forwarded.get('StartWorkflowExecution')).toBeGreaterThan(before);
    await exchange.expectExact();
    const logs = [...exchange.gateways, ...exchange.workers, exchange.relay!];
    const said = logs.map((process) => process.output()).join();
    expect(said).not.toContain(FIRST_KEY);
    expect(said).not.toContain(SECOND_KEY);
  } finally {
    await exchange.stop();
  }
});

test('a retention that a worker may not raise is named at its start', async () => {
  const path = await file('api-key', FIRST_KEY);
  const longer = { TEMPORAL_API_KEY_FILE: path, TEMPORAL_RETENTION_DAYS: 3_000 };
  const worker = await startProcess('worker', await testSettings({ ...withCloud(), ...longer }));
  const hasSaid = () => worker.output().includes(RETENTION_REMEDY);
  await until(hasSaid, { what: 'the warning' });
  expect(worker.alive).toBe(true);
  await worker.kill();
});

describe('a connection fails within seconds, and says why', () => {
  const other = newCertificate(['other.test']);
  const without = { TEMPORAL_TLS_CLIENT_CERT_PATH: undefined };

  const cases: [string, () => Promise<Partial<Settings>>, RegExp][] = [
    [
      'the authority is another one',
      async () => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: await file('other.pem', other.cert) }),
      /^Temporal at 127\.0\.0\.1:\d+: its certificate is not signed by a trusted authority;/,
    ],
    [
      'the server has another name',
      async () => ({ TEMPORAL_TLS_SERVER_NAME: 'other.test' }),
      /^Temporal at 127\.0\.0\.1:\d+: its certificate is for another name;/,
    ],
    [
      'the client certificate is missing',
      async () => ({ ...without, TEMPORAL_TLS_CLIENT_KEY_PATH: undefined }),
      /^Temporal at 127\.0\.0\.1:\d+: it demands a client certificate;/,
    ],
    [
      'the client certificate is another one',
      async () => ({
        TEMPORAL_TLS_CLIENT_CERT_PATH: await file('client-2.pem', other.cert),
        TEMPORAL_TLS_CLIENT_KEY_PATH: await file('client-2.key', other.key),
      }),
      /^Temporal at 127\.0\.0\.1:\d+: ./,
    ],
    [
      'the key is of another certificate',
      async () => ({ TEMPORAL_TLS_CLIENT_KEY_PATH: await file('other.key', other.key) }),
      /^Temporal at 127\.0\.0\.1:\d+: TEMPORAL_TLS_CLIENT_KEY_PATH is not the key/,
    ],
    [
      'the server does not use TLS',
      async () => ({ temporalAddress: sharedServers().addresses.temporalAddress }),
      /^Temporal at 127\.0\.0\.1:\d+: it does not use TLS;/,
    ],
    [
      'nothing listens',
      async () => ({ temporalAddress: '127.0.0.1:1' }),
      /^Temporal at 127\.0\.0\.1:1: connect ECONNREFUSED/,
    ],
    [
      'a file is missing',
      async () => ({ TEMPORAL_TLS_CLIENT_CERT_PATH: join(folder, 'nowhere.pem') }),
      /^TEMPORAL_TLS_CLIENT_CERT_PATH: cannot read .*nowhere\.pem \(ENOENT\)\.$/,
    ],
    [
      'a file is no certificate',
      async () => ({ TEMPORAL_TLS_CLIENT_CERT_PATH: await file('empty.pem', '') }),
      /^TEMPORAL_TLS_CLIENT_CERT_PATH: .*empty\.pem is not a PEM file\.$/,
    ],
    [
      'the key of the certificate is not set',
      async () => ({ TEMPORAL_TLS_CLIENT_KEY_PATH: undefined }),
      /^TEMPORAL_TLS_CLIENT_CERT_PATH is set without TEMPORAL_TLS_CLIENT_KEY_PATH\.$/,
    ],
    [
      'the certificate of the key is not set',
      async () => without,
      /^TEMPORAL_TLS_CLIENT_KEY_PATH is set without TEMPORAL_TLS_CLIENT_CERT_PATH\.$/,
    ],
    [
      'an API key with TLS switched off',
      async () => ({ TEMPORAL_TLS: 'false', TEMPORAL_API_KEY: FIRST_KEY }),
      /^TEMPORAL_TLS is false, but TEMPORAL_API_KEY needs TLS\.$/,
    ],
    [
      'two API keys',
      async () => ({ TEMPORAL_API_KEY: FIRST_KEY, TEMPORAL_API_KEY_FILE: 'api-key' }),
      /^Set TEMPORAL_API_KEY or TEMPORAL_API_KEY_FILE, not both\.$/,
    ],
  ];

  test.each(cases)('%s', async (_name, change, reason) => {
    const startedAt = Date.now();
    const settings = await testSettings({ ...tls, ...(await change()) });
    await expect(connectTemporal(settings)).rejects.toThrow(reason);
    expect(Date.now() - startedAt).toBeLessThan(12_000);
  });
});

test('a managed namespace without the search attributes ends the start, and they are named', async () => {
  const settings = await testSettings({ ...withCloud(), TEMPORAL_API_KEY: FIRST_KEY });
  const { connection, close } = await connectTemporal(settings);
  const logger = { error: () => undefined, info: () => undefined };
  const namespace = `managed-${randomUUID()}`;
  try {
    const workflowExecutionRetentionPeriod = { seconds: 86_400 as never };
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod,
    });
    const register = () => registerSearchAttributes(connection, namespace, logger);
    await until(async () => register().catch(({ message }: Error) => /lacks/.test(message)), {
      what: 'the namespace',
    });
    await expect(register()).rejects.toThrow(
      /^The Temporal namespace "managed-.* lacks search attributes .*Ids \(KeywordList\), .*Outcome \(Keyword\)/,
    );
    await registerSearchAttributes(connection, settings.TEMPORAL_NAMESPACE, logger);
  } finally {
    await close();
  }
});

test('a worker with a wrong API key ends, and its log does not show the key', async () => {
  const settings = await testSettings({
    ...withCloud(),
    TEMPORAL_API_KEY: 'wrong-api-key-of-temporal',
  });
  const failure = await startProcess('worker', settings).then(
    () => 'started',
    (err: Error) => err.message,
  );
  expect(failure).toMatch(/Temporal at 127\.0\.0\.1:\d+: .*API key is not valid/);
  expect(failure).not.toContain('wrong-api-key');
});

async function expectChat(exchange: Exchange): Promise<void> {
  const { key } = await exchange.buyer();
  const seller = await exchange.seller();
  await exchange.ask(seller, { price: '0.001' });
  expect(await exchange.chat(key)).toMatchObject({ status: 200 });
}
