/** The documents: found from the index, with links that lead somewhere, and complete where they list. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { operatorRoutes } from '../../api/routes/operator';
import { typescriptFiles } from '../../setup/generate/sources';
import { ERROR_CODES } from '../../domain/errors';
import { REDIS_KEYS } from '../../engine/redis-keys';
import { documentedRights } from '../connections/documented-rights';
import { ADVERSARIES } from '../adversaries/cast';

const ROOT = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const below = (folder: string, ending: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${folder}/${path}`);

const pages = [
  ...below('docs', '.md'),
  ...readdirSync(ROOT).filter((path) => path.endsWith('.md')),
  'examples/README.md',
];

test('every link of a document leads to a file, and to a heading where it names one', () => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

describe('pages of error codes', () => {
  const codes = below('docs/reference/errors', '.md').map((page) => basename(page, '.md'));

  test('there is one for every code, and none besides', () => {
    expect(codes.sort()).toEqual([...ERROR_CODES].sort());
  });

  test.each(ERROR_CODES)(
    '%s: what, why, what to do, and what was charged, in this order',
    (code) => {
      const text = read(`docs/reference/errors/${code}.md`);
      const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
      expect(headings).toEqual(['What it means', 'Why it happens', 'What to do', 'Charges']);
    },
  );
});

test('every page of docs/ stands in docs/README.md, or in the table of errors', () => {
  const index = linksOf('docs/README.md');
  const unlisted = below('docs', '.md').filter(
    (page) =>
      page !== 'docs/README.md' &&
      !page.startsWith('docs/adr/') &&
      !page.startsWith('docs/reference/errors/') &&
      !index.includes(page.slice('docs/'.length)),
  );
  expect(unlisted).toEqual([]);
});

test('a documented command that prints JSON runs npm silently, without its header', () => {
  const sources = typescriptFiles().filter(({ module }) => module === 'bench');
  const texts = [
    ...pages.filter((page) => page !== 'CHANGELOG.md').map(read),
    ...sources.map(({ text }) => text),
  ];
  const commands = texts.flatMap((text) => text.match(/npm run [^`"\n]*--json/g) ?? []);
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((command) => !command.startsWith('npm run --silent '))).toEqual([]);
});

test('every npm script that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const unknown = pages.flatMap((page) =>
    [...read(page).matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)]
      .filter(([, name]) => scripts[name ?? ''] === undefined)
      .map(([command]) => `${page}: ${command}`),
  );
  expect(unknown).toEqual([]);
});

test('every metric is explained', () => {
  const names = [...below('api', '.ts'), ...below('processes', '.ts')].flatMap((path) =>
    [...read(path).matchAll(/(?:name: |^\s+)'(tokenbook_\w+)'/gm)].map(([, name]) => name ?? ''),
  );
  expect(names.length).toBeGreaterThan(10);
  const page = read('docs/operate/monitoring.md');
  expect(names.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});

test('every adversary stands in the table of threats', () => {
  const page = read('docs/operate/threats.md');
  const names = ADVERSARIES.map(({ name }) => name);
  expect(names.filter((name) => !page.includes(`cast/${name}.ts)`))).toEqual([]);
});

test('every kind of Redis key is in the rights of its user, and in the table of threats', () => {
  const kinds = Object.values(REDIS_KEYS) as string[];
  const covers = (pattern: string) => (kind: string) =>
    pattern.endsWith('*') ? kind.startsWith(pattern.slice(0, -1)) : kind === pattern;
  const rights = documentedRights('').server.filter((word) => word.startsWith('~'));
  const granted = rights.map((word) => word.slice(1)).filter((pattern) => pattern !== 'book:*');
  expect(kinds.filter((kind) => !granted.some((one) => covers(one)(kind)))).toEqual([]);
  expect(granted.filter((one) => !kinds.some(covers(one)))).toEqual([]);
  const named = [...read('docs/operate/threats.md').matchAll(/`([^` ]+)`/g)].map(
    ([, name]) => name!,
  );
  const rows = named.map((name) => name.replace(/^answer:\*/, 'answer:{*}'));
  expect(kinds.filter((kind) => !rows.some((one) => covers(one)(kind)))).toEqual([]);
});

test("every route of the operator's port is listed", () => {
  const page = read('docs/reference/operator-api.md');
  const routes = Object.values(operatorRoutes).map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replace(/^\/admin\/v1/, '')}`,
  );
  expect(routes.filter((named) => !page.includes(`\`${named}\``))).toEqual([]);
});

function linksOf(page: string): string[] {
  return [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link ?? '')
    .filter((link) => !/^https?:/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(ROOT, target))) return false;
  return heading === undefined || anchorsOf(target).includes(heading);
}

/** As GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
