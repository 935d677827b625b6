/** The files of the chart, without Helm; chart.long.test.ts renders them. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import ipaddr from 'ipaddr.js';
import { settingsSchema } from '../../config/schema';
import { stopLimitMs } from '../../config/settings';
import { VERSION } from '../../config/version';
import { isPublicAddress } from '../../domain/endpoint-url';
import { CHART, VALUE_FILES, type Values, merged, readChart, readValues } from './chart';

const ROOT = join(__dirname, '..', '..');
const defaults = readValues('values.yaml');
const schema = JSON.parse(readChart('values.schema.json')) as {
  properties: Record<string, { properties: Record<string, unknown> }>;
};
const ajv = new Ajv({ strict: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);
/** What the schema refuses of these values over those of the chart. */
const refused = (values: Values) => {
  validate(merged(defaults, values));
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
};

const templates = readdirSync(join(CHART, 'templates'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:yaml|tpl|txt)$/.test(path))
  .map((path) => ({ path, text: readChart(join('templates', path)) }));

test('it has the version of the release', () => {
  expect(readValues('Chart.yaml')).toMatchObject({ version: VERSION, appVersion: VERSION });
});

test('each setting is a plain value or a reference to a Secret', () => {
  const { settings, secrets } = schema.properties;
  const references = Object.keys(secrets!.properties);
  expect(references.sort()).toEqual(
    [
      'TOKENBOOK_OPERATOR_TOKEN',
      'KEY_PEPPER',
      'PAYLOAD_KEYS',
      'SIGNING_KEY',
      'TEMPORAL_API_KEY',
      'MONGODB_URI',
      'REDIS_URL',
    ].sort(),
  );
  const all = [...Object.keys(settings!.properties), ...references];
  expect(all.sort()).toEqual(Object.keys(settingsSchema.shape).sort());
});

describe('values', () => {
  test.each(VALUE_FILES)('%s fits the schema', (file) => {
    expect(refused(readValues(file))).toEqual([]);
  });

  test('the small, the medium and the large one, and test mode', () => {
    expect(VALUE_FILES).toEqual(
      ['large', 'medium', 'small', 'test-mode'].map((name) => `values-${name}.yaml`),
    );
  });

  test.each([
    ['a secret among the settings', { settings: { KEY_PEPPER: 'x' } }],
    ['an address with a password among the settings', { settings: { MONGODB_URI: 'mongodb://a' } }],
    ['the text of a secret', { secrets: { KEY_PEPPER: 'x' } }],
    ['a value of a secret', { secrets: { KEY_PEPPER: { value: 'x' } } }],
    ['a setting among the secrets', { secrets: { PORT: {} } }],
    ['a secret past its Secret', { extraEnv: [{ name: 'SIGNING_KEY', value: 'x' }] }],
    ['a setting that there is not', { settings: { CHAT_QOUTA: 1 } }],
    ['a value that there is not', { gateway: { replica: 3 } }],
    ['a port of root', { settings: { PORT: 1_023 } }],
    ['no port', { settings: { HEALTH_PORT: null } }],
    ['a number as a text', { settings: { CHAT_QUOTA: '600' } }],
    ['a switch that YAML reads as a boolean', { settings: { GATEWAY_WORKER: true } }],
  ])('%s is refused', (_what, values) => {
    expect(refused({})).toEqual([]);
    expect(refused(values).length).toBeGreaterThan(0);
  });

  test('the lowest port of a container is allowed', () => {
    expect(refused({ settings: { PORT: 1_024 } })).toEqual([]);
  });
});

describe('templates', () => {
  test.each(templates.map(({ path, text }) => [path, text]))('%s is balanced', (_path, text) => {
    const actions = [...text.matchAll(/\{\{-?\s*(if|range|with|define|end)\b/g)];
    const opened = actions.filter(([, word]) => word !== 'end').length;
    expect(actions.length - opened).toBe(opened);
    expect(text.split('{{').length).toBe(text.split('}}').length);
  });

  test('they read values that exist', () => {
    const named = templates.flatMap(({ text }) =>
      [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path),
    );
    const exists = (path: string) => {
      const [first = '', ...rest] = path.split('.');
      if (first === 'settings') return rest.every((name) => name in settingsSchema.shape);
      let value: unknown = defaults;
      for (const name of [first, ...rest]) value = (value as Values | undefined)?.[name];
      return value !== undefined;
    };
    expect(named.length).toBeGreaterThan(20);
    expect([...new Set(named)].filter((path) => !exists(path))).toEqual([]);
  });

  test('a stop has the time that a process takes at most', () => {
    const ownMs = stopLimitMs({ shutdownDelayMs: 0, SHUTDOWN_TIMEOUT_MS: 0 });
    const formula = /add \(int [^)]*DELAY_MS\) \(int [^)]*TIMEOUT_MS\) (\d+)/;
    expect(formula.exec(readChart('templates/_helpers.tpl'))?.[1]).toBe(String(ownMs));
  });
});

describe('egress to sellers', () => {
  const { sellers } = defaults['networkPolicy'] as { sellers: Record<string, string & string[]> };
  const contains = (range: string, address: ipaddr.IPv4 | ipaddr.IPv6) => {
    const [net, bits] = ipaddr.parseCIDR(range);
    return net.kind() === address.kind() && address.match([net, bits] as never);
  };
  const isAllowed = (text: string) => {
    const address = ipaddr.parse(text);
    const [within, except] =
      address.kind() === 'ipv4'
        ? [sellers['cidr4']!, sellers['except4']!]
        : [sellers['cidr6']!, sellers['except6']!];
    return contains(within, address) && !except.some((range) => contains(range, address));
  };
  /** The first and the last address of each range, and their neighbours outside of it. */
  const edges = (version: 4 | 6) =>
    sellers[`except${version}`]!.flatMap((range) => {
      const [net, bits] = ipaddr.parseCIDR(range);
      const bytes = net.toByteArray();
      const whole = bytes.reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n);
      const size = 1n << BigInt(bytes.length * 8 - bits);
      return [whole - 1n, whole, whole + size - 1n, whole + size].flatMap((value) => {
        if (value < 0n || value >> BigInt(bytes.length * 8) > 0n) return [];
        const digits =
          value
            .toString(16)
            .padStart(bytes.length * 2, '0')
            .match(/../g) ?? [];
        return [ipaddr.fromByteArray(digits.map((digit) => Number.parseInt(digit, 16))).toString()];
      });
    });
  const addresses = [
    ...edges(4),
    ...edges(6),
    '8.8.8.8',
    '1.1.1.1',
    '10.96.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.168.1.1',
    '2606:4700::1111',
    '::1',
    'fc00::1',
    'fe80::1',
    '64:ff9b::a00:1',
    '::ffff:10.0.0.1',
  ];

  test.each(addresses)('%s: the cluster allows only what the exchange allows', (address) => {
    expect({ address, allowed: isAllowed(address) }).toEqual({
      address,
      allowed: isPublicAddress(address),
    });
  });
});

test('the image has a numeric user that is not root', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const users = [...dockerfile.matchAll(/^USER (\S+)$/gm)].map(([, user]) => user);
  const { runAsUser, runAsGroup } = defaults['podSecurityContext'] as Record<string, number>;
  expect(users).toEqual([`${runAsUser}:${runAsGroup}`]);
  expect(runAsUser).toBeGreaterThan(0);
});
