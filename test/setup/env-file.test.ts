/** `.env` as editors write it: one reader for `npm start` and the command line. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND_VARIABLES, isOfEnvFile, readEnvFile } from '../../config/env-file';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tokenbook-env-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(content: string | Buffer, environment: NodeJS.ProcessEnv = {}, hasExample = true) {
  const path = join(folder, '.env');
  writeFileSync(path, content);
  const example = '## Ports\n# PORT=8080\n# TOKENBOOK_ENV=\n# MONGODB_URL=\n';
  if (hasExample) writeFileSync(`${path}.example`, example);
  const said: string[] = [];
  readEnvFile(path, environment, (line) => said.push(line));
  return { environment, said: said.map((line) => line.replaceAll(path, '.env')) };
}

test('the first setting behind a byte order mark is read by its name', () => {
  const { environment, said } = read('\uFEFFTOKENBOOK_ENV=production\r\nPORT=9000\r\n');
  expect([environment, said]).toEqual([{ TOKENBOOK_ENV: 'production', PORT: '9000' }, []]);
  expect(isOfEnvFile('TOKENBOOK_ENV')).toBe(true);
});

test('a path below ~ is below the home folder of the user, as in a shell', () => {
  const { environment } = read('TOKENBOOK_HOME=~/x\nKEY_PEPPER=a~/b\n', {}, false);
  expect(environment).toEqual({ TOKENBOOK_HOME: join(homedir(), 'x'), KEY_PEPPER: 'a~/b' });
});

test.each([
  ['with a mark', Buffer.from('\uFEFFTOKENBOOK_ENV=production\n', 'utf16le')],
  ['without a mark', Buffer.from('TOKENBOOK_ENV=production\n', 'utf16le')],
  ['of the other byte order', Buffer.from('\uFEFFTOKENBOOK_ENV=production\n', 'utf16le').swap16()],
])('UTF-16 %s is refused, in words that say what to do', (_which, bytes) => {
  expect(() => read(bytes)).toThrow(/UTF-16.*Save it as UTF-8/);
});

test('another encoding is refused', () => {
  expect(() => read(Buffer.from('PORT=caf\u00E9\n', 'latin1'))).toThrow(/not UTF-8/);
});

test('what the environment has stays', () => {
  expect(read('PORT=9000\n', { PORT: '8080' }).environment).toEqual({ PORT: '8080' });
});

test.each([
  ['TOKENBOOK_ENVV', ['.env: nothing reads TOKENBOOK_ENVV; did you mean TOKENBOOK_ENV?']],
  ['TOKENBOOK_EN', ['.env: nothing reads TOKENBOOK_EN; did you mean TOKENBOOK_ENV?']],
  ['TOKENBOOK_ENB', ['.env: nothing reads TOKENBOOK_ENB; did you mean TOKENBOOK_ENV?']],
  ['MONGOBD_URL', ['.env: nothing reads MONGOBD_URL; did you mean MONGODB_URL?']],
  ['mongodb_url', ['.env: nothing reads mongodb_url; did you mean MONGODB_URL?']],
  ['TOKENBOOK_COLOUR', ['.env: nothing reads TOKENBOOK_COLOUR; .env.example lists all']],
  ['MONGO_URI', []],
  ['PART', []],
  ['DATABASE_URL', []],
])('of the unknown name %s is said what it is near to, if it is one of ours', (name, expected) => {
  expect(read(`${name}=x\n`).said).toEqual(expected);
});

test('where no example stands beside it, no name is unknown', () => {
  expect(read('TOKENBOOK_ENVV=x\n', {}, false).said).toEqual([]);
});

test('each variable of ours that the command line reads is known', () => {
  const root = join(__dirname, '..', '..');
  const files = readdirSync(join(root, 'cli'), { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(root, 'cli', path), 'utf8'));
  const named = texts.flatMap((text) => text.match(/(?<=')TOKENBOOK_[A-Z_]+(?=')/g) ?? []);
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const isKnown = (name: string) =>
    example.includes(`\n# ${name}=`) || (COMMAND_VARIABLES as readonly string[]).includes(name);
  expect(named.length).toBeGreaterThan(5);
  expect([...new Set(named)].filter((name) => !isKnown(name))).toEqual([]);
});
