/** What the pages name exists: settings and their defaults, ports, routes, headers, metrics, commands, codes, files. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createProgram } from '../../cli/main';
import { settingsSchema } from '../../config/schema';
import { isErrorCode, ruleOf } from '../../domain/errors';
import { MONGOD_WHEEL, TEMPORAL_WHEEL, VALKEY_WHEEL } from '../../setup/servers/pins';
import { SEARCH_ATTRIBUTE_TYPES } from '../../temporal/register-search-attributes';
import { allFiles } from '../../setup/generate/sources';
import { PACKAGE } from '../clients/python';

const ROOT = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const below = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `${folder}/${path}`);

/** Pages of those who use and operate the exchange. */
const GUIDES = [
  'README.md',
  'SECURITY.md',
  'docs/README.md',
  'docs/start.md',
  'examples/README.md',
  ...below('docs/guides'),
  ...below('docs/operate'),
];
const ALL_PAGES = [...new Set([...GUIDES, ...below('docs'), 'CONTRIBUTING.md'])];

/** Every match of a pattern on the pages that does not pass, with its page. */
function failing(
  pages: readonly string[],
  pattern: RegExp,
  passes: (...groups: string[]) => boolean,
): string[] {
  return pages.flatMap((page) =>
    [...read(page).matchAll(pattern)]
      .filter(([, ...groups]) => !passes(...groups))
      .map(([found]) => `${page}: ${found}`),
  );
}

describe('settings', () => {
  const defaults = settingsSchema.parse({}) as Record<string, unknown>;
  const examples = allFiles()
    .filter(({ path }) => path.startsWith('examples/'))
    .map(({ text }) => text)
    .join('\n');
  const OF_OTHER_PROGRAMS = [
    'COMPOSE_PROJECT_NAME',
    'GRAFANA_PORT',
    'JAEGER_PORT',
    'MONGODB_KEY',
    'MONGODB_PASSWORD',
    'PROMETHEUS_PORT',
    'REDIS_PASSWORD',
    'TEST_PUBLIC_URL',
    'TOKENBOOK_VERSION',
    'TEMPORAL_CODEC_ENDPOINT',
    'NODE_EXTRA_CA_CERTS',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'TOKENBOOK_BUYER_KEY',
    'TOKENBOOK_SELLER_KEY',
  ];
  /** By the ending of the setting's name, and by the unit that a page gives. */
  const MILLISECONDS: Readonly<Record<string, number>> = {
    MS: 1,
    SECONDS: 1_000,
    HOURS: 3_600_000,
  };
  const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };

  test('that a page names exist', () => {
    const exists = (name: string) =>
      name in settingsSchema.shape ||
      OF_OTHER_PROGRAMS.includes(name) ||
      new RegExp(`\\b${name}\\b`).test(examples);
    expect(failing(GUIDES, /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g, exists)).toEqual([]);
  });

  test('have the default that stands beside them in brackets', () => {
    const quoted = /`([A-Z][A-Z0-9_]+)` \(([\d,]+)(?: (ms|s|min|h))?\b/g;
    const isDefault = (name: string, number: string, unit?: string) => {
      if (!(name in settingsSchema.shape)) return true;
      const value = Number(number.replaceAll(',', ''));
      const factor = MILLISECONDS[name.split('_').at(-1) ?? ''] ?? 1;
      return Number(defaults[name]) * factor === value * (unit ? UNITS[unit]! : factor);
    };
    expect(failing(ALL_PAGES, quoted, isDefault)).toEqual([]);
  });

  test('are the ports that a page names', () => {
    const ports = Object.entries(defaults).flatMap(([name, value]) =>
      name.endsWith('PORT') && typeof value === 'number' ? [String(value)] : [],
    );
    const ofSellers = ['9100', '9110', '9200', '11434', '8000'];
    const ofTestMode = ['8090'];
    const ofObservability = ['3000', '9090', '16686'];
    const others = [...ofSellers, ...ofTestMode, ...ofObservability];
    const isKnown = (port: string) => [...ports, ...others].includes(port);
    expect(failing(GUIDES, /127\.0\.0\.1:(\d+)/g, isKnown)).toEqual([]);
    const row = /\| (?:http:\/\/)?127\.0\.0\.1:(\d+) \| `(\w+)` \|/g;
    expect([...read('docs/start.md').matchAll(row)].length).toBeGreaterThan(5);
    const isOf = (port: string, name: string) => String(defaults[name]) === port;
    expect(failing(['docs/start.md'], row, isOf)).toEqual([]);
  });
});

describe('routes and headers', () => {
  const described = ['buyer', 'seller', 'market'].flatMap((surface) => {
    const { paths } = JSON.parse(read(`api/openapi/generated/${surface}.json`)) as {
      paths: Record<string, object>;
    };
    return Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} /${surface}${path}`),
    );
  });
  const AT_THE_ROOT = [
    'POST /v1/chat/completions',
    'GET /v1/models',
    'GET /v1/key',
    'GET /.well-known/jwks.json',
    'GET /docs',
    'GET /livez',
    'GET /readyz',
    'GET /metrics',
    'GET /codec',
    'POST /codec/decode',
  ];
  const known = new Set([...described, ...AT_THE_ROOT].map(withoutNames));

  test('that a page names with their method exist', () => {
    const isServed = (method: string, path: string) => known.has(withoutNames(`${method} ${path}`));
    const named = /`(GET|POST|PATCH|DELETE) (\/[^\s`?]*)[^`]*`/g;
    expect(failing(GUIDES, named, isServed)).toEqual([]);
  });

  test('that a command asks exist', () => {
    const paths = new Set([...known].map((route) => route.replace(/^\w+ /, '')));
    const asked = /\bcurl (?:-X \w+ )?["']?(?:\$EXCHANGE|http:\/\/127\.0\.0\.1:\d+)(\/[^\s"'?]*)/g;
    expect(failing(GUIDES, asked, (path) => paths.has(withoutNames(path)))).toEqual([]);
    expect(GUIDES.flatMap((page) => [...read(page).matchAll(asked)]).length).toBeGreaterThan(15);
  });

  test('headers that a page names are read or sent', () => {
    const code = allFiles()
      .filter(({ path }) => /^(?:api|exchange|domain|channel|examples)\//.test(path))
      .map(({ text }) => text.toLowerCase())
      .join('\n');
    const header =
      /`((?:[A-Z][a-z]+-)+[A-Z]\w*|[xX]-[A-Za-z-]+|webhook-\w+|RateLimit(?:-Policy)?)[:`]/g;
    const others = ['Strict-Transport-Security']; // of the package helmet
    const isUsed = (name: string) => others.includes(name) || code.includes(name.toLowerCase());
    expect(failing(GUIDES, header, isUsed)).toEqual([]);
  });

  test('codes stand beside their status', () => {
    const isOf = (status: string, code: string) =>
      !isErrorCode(code) || String(ruleOf(code).status) === status;
    expect(failing(ALL_PAGES, /\b(\d{3}) `([a-z_]+)`/g, isOf)).toEqual([]);
  });
});

describe('what operators use', () => {
  test('metrics that a page names exist', () => {
    const code = allFiles()
      .filter(({ path }) => /^(?:api|processes)\//.test(path))
      .map(({ text }) => text)
      .join('\n');
    const isMetric = (name: string) =>
      code.includes(`'${name.replace(/_(?:count|sum|bucket)$/, '')}'`);
    expect(failing(ALL_PAGES, /\b(tokenbook_[a-z_]+\w)\b(?!\.)/g, isMetric)).toEqual([]);
  });

  test('commands of tokenbook exist, with their options', () => {
    const exists = (line: string) => isCommand(createProgram(), line);
    const inTexts = /`npx tokenbook ([^`]+)`/g;
    const inBlocks = /^(?:\w+=\$\()?npx tokenbook ([^|\n]+)/gm;
    expect(failing(GUIDES, inTexts, exists)).toEqual([]);
    expect(failing(GUIDES, inBlocks, exists)).toEqual([]);
  });

  test('search attributes of a deployment are those that a worker registers', () => {
    const page = read('docs/operate/deploy.md');
    const named = (type: string) => {
      const cell = new RegExp(`^\\| ${type} \\| (.*) \\|$`, 'm').exec(page)?.[1] ?? '';
      return [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort();
    };
    const registered = (type: string) =>
      SEARCH_ATTRIBUTE_TYPES.filter((attribute) => attribute.type === type)
        .map(({ name }) => name)
        .sort();
    const types = new Set(SEARCH_ATTRIBUTE_TYPES.map(({ type }) => type));
    expect(types.size).toBeGreaterThan(1);
    for (const type of types) expect([type, ...named(type)]).toEqual([type, ...registered(type)]);
  });

  test('versions of fetched servers are the pinned ones', () => {
    const pinned = [MONGOD_WHEEL.folder, TEMPORAL_WHEEL.folder, VALKEY_WHEEL.folder];
    expect(
      failing(GUIDES, /tokenbook\/((?:temporal|mongod|valkey)-[\d.]+\d)/g, (name) =>
        pinned.includes(name),
      ),
    ).toEqual([]);
    for (const { folder } of [MONGOD_WHEEL, TEMPORAL_WHEEL, VALKEY_WHEEL])
      expect(read('docs/start.md')).toContain(` ${folder.split('-')[1]}`);
  });
});

test('files and folders that a page names exist', () => {
  const folders = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => name !== 'dist' && name !== 'node_modules');
  const path = new RegExp(`\`((?:${folders.join('|')})/[\\w./-]*)\``, 'g');
  // `npm test -- engine/model` runs test/engine/model.test.ts.
  const places = (name: string) => [name, `test/${name}.test.ts`];
  const exists = (name: string) => places(name).some((place) => existsSync(join(ROOT, place)));
  expect(failing(ALL_PAGES, path, exists)).toEqual([]);
});

test('the README lists every module', () => {
  const files = allFiles().filter(({ path }) => path.endsWith('.ts'));
  const modules = new Set(files.map(({ path }) => path.split('/')[0] ?? ''));
  const others = ['test', 'examples', 'docs'];
  const page = read('README.md');
  const missing = [...modules].filter(
    (name) => !others.includes(name) && !page.includes(`\`${name}/\``),
  );
  expect(missing).toEqual([]);
});

describe('examples', () => {
  const files = allFiles().filter(({ path }) => /^examples\/.*\.(?:mjs|py|sh)$/.test(path));
  const page = read('examples/README.md');

  test.each(files.map(({ path, text }) => [path, text]))('%s is listed', (path, text) => {
    expect(page).toContain(`](${path.replace('examples/', '')})`);
    const header = text.slice(0, text.search(/^import |^set -/m));
    const settings = header.match(/\b[A-Z]{4,}(?:_[A-Z]+)*\b(?=,| \(|\.)/g) ?? [];
    const body = text.slice(header.length);
    expect(settings.filter((name) => !new RegExp(`\\b${name}\\b`).test(body))).toEqual([]);
  });

  test('the package of the example in Python is the one that is tested', () => {
    expect(page).toContain(`pip install ${PACKAGE}`);
  });
});

/** A number on a page, and the line of the code that states it. */
test.each([
  ['README.md', 'Node 20.19', 'package.json', '"node": ">=20.19"'],
  ['docs/start.md', 'Node 20.19', 'package.json', '"node": ">=20.19"'],
  ['docs/operate/deploy.md', 'for five seconds', 'config/settings.ts', '(local ? 0 : 5_000)'],
  [
    'docs/operate/deploy.md',
    'open a second before',
    'processes/draining-server.ts',
    'LAST_WORDS_MS = 1_000',
  ],
  ['docs/operate/deploy.md', 'up to 50 s', 'docker-compose.yml', 'stop_grace_period: 50s'],
  [
    'docs/operate/runbook.md',
    'lasts 8 hours',
    'api/operator/codec/session.ts',
    'SESSION_HOURS = 8',
  ],
  [
    'docs/operate/security.md',
    'session of 8 hours',
    'api/operator/codec/session.ts',
    'SESSION_HOURS = 8',
  ],
  [
    'docs/operate/security.md',
    '21st wrong key',
    'api/middleware/authentication-throttling.ts',
    'FREE_GUESSES = 20',
  ],
  [
    'docs/operate/security.md',
    'at least 32 characters',
    'config/settings.ts',
    'SECRET_LENGTH = 32',
  ],
  ['docs/guides/sell.md', 'your newest 20 requests', 'domain/standing.ts', 'STANDING_WINDOW = 20'],
  ['docs/guides/sell.md', 'After 5 failures', 'domain/standing.ts', 'PROBATION_FAILURES = 5'],
  ['docs/guides/sell.md', 'after 10 you', 'domain/standing.ts', 'SUSPENSION_FAILURES = 10'],
])('%s: %s', (page, text, source, line) => {
  expect(read(page).toLowerCase()).toContain(text.toLowerCase());
  expect(read(source)).toContain(line);
});

/** Names of parameters stand for any: `{id}`, `<order id>`, `$ORDER_ID`. */
function withoutNames(path: string): string {
  return path.replaceAll(/\{\w+\}|<[^>]+>|\$\w+/g, '{}').replace(/(?<=.)\/$/, '');
}

function isCommand(program: Command, line: string): boolean {
  const words = line.match(/"[^"]*"|'[^']*'|<[^>]*>|\S+/g) ?? [];
  let command = program;
  for (const word of Array.from(words)) {
    const found = command.commands.find((one) => one.name() === word);
    if (!found) break;
    command = found;
    words.shift();
  }
  const options = [...program.options, ...command.options].map(({ long }) => long);
  const actsAlone = command.name() === 'market' || command.name() === 'profiles';
  const isComplete = command.commands.length === 0 || actsAlone || words[0]?.startsWith('--');
  return (
    Boolean(isComplete) &&
    words
      .filter((word) => word.startsWith('--') && word !== '--help')
      .every((word) => options.includes(word))
  );
}
