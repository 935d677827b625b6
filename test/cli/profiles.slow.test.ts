/** Profiles: keys in a file of their owner, and which key a command uses. */
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Exchange } from '../support/exchange';
import { start } from './command';

let exchange: Exchange;
let folder: string;
let file: string;
let key: string;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  ({ key } = await exchange.buyer('3'));
  folder = await mkdtemp(join(tmpdir(), 'tokenbook-profiles-'));
  file = join(folder, 'new', 'profiles.json');
});
afterAll(async () => {
  await exchange.stop();
  await rm(folder, { recursive: true });
});

function run(args: string[], input = '', environment: Record<string, string> = {}) {
  const alone = {
    TOKENBOOK_OPERATOR_TOKEN: '',
    TOKENBOOK_HOME: folder,
    PORT: '1',
    ADMIN_PORT: '1',
  };
  return start(exchange, args, {
    environment: { ...alone, TOKENBOOK_PROFILES: file, ...environment },
    input,
  }).ended;
}

const admin = () => `http://127.0.0.1:${exchange.gateways[0]!.adminPort}`;

test('a key is stored after the gateway knows it, readable by its owner only, and never printed', async () => {
  const login = ['login', 'mine', '--as', 'buyer', '--url', exchange.url()];
  const wrong = await run(login, 'tb_wrong\n');
  expect(wrong.code).toBe(6);
  await expect(stat(file)).rejects.toThrow('ENOENT');

  const right = await run(login, `${key}\n`);
  expect(right).toMatchObject({ code: 0 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const listed = await run(['profiles', '--json']);
  expect(JSON.parse(listed.stdout).profiles).toEqual([
    { profile: 'mine', default: true, url: exchange.url(), admin_url: null, keys: ['buyer_key'] },
  ]);
  for (const { stdout, stderr } of [wrong, right, listed, await run(['profiles'])]) {
    expect(stdout + stderr).not.toContain(key);
  }
});

test('the default profile is used; a named one before it; the environment before both', async () => {
  const orders = ['orders', 'list', '--json'];
  expect(await run(orders)).toMatchObject({ code: 0 });
  const other = { TOKENBOOK_BUYER_KEY: 'tb_other', TOKENBOOK_URL: exchange.url() };
  expect((await run(orders, '', other)).code).toBe(6);
  const { operatorToken } = exchange.settings.secrets;
  const login = ['login', 'theirs', '--as', 'operator', '--url', admin()];
  expect(await run(login, operatorToken)).toMatchObject({ code: 0 });
  expect((await run(['books', 'list', '--profile', 'theirs'])).code).toBe(0);
  expect((await run(['books', 'list'], '', { TOKENBOOK_PROFILE: 'theirs' })).code).toBe(0);
  expect((await run([...orders, '--profile', 'theirs'])).code).toBe(6);
  expect((await run(['profiles', 'use', 'theirs'])).code).toBe(0);
  expect((await run(['books', 'list'])).code).toBe(0);
  expect((await run(['profiles', 'remove', 'theirs'])).code).toBe(0);
  expect((await run(['profiles', 'use', 'theirs'])).code).toBe(2);
  expect(await readFile(file, 'utf8')).not.toContain(operatorToken);
});

test('a key without an address is asked of the local exchange, not of the default profile', async () => {
  expect((await run(['profiles', 'use', 'mine'])).code).toBe(0);
  const login = ['login', 'local', '--as', 'buyer'];
  const { code, stderr } = await run(login, `${key}\n`);
  expect(code).toBe(5);
  expect(stderr).toContain('No gateway answers at http://127.0.0.1:1');
  expect((await run([...login, '--no-check'], `${key}\n`)).code).toBe(0);
  const listed = JSON.parse((await run(['profiles', '--json'])).stdout);
  expect(listed.profiles).toContainEqual(
    expect.objectContaining({ profile: 'local', default: false, url: null }),
  );
});

test.each([0o640, 0o604])('a file that others can read is refused (%o)', async (mode) => {
  await chmod(file, mode);
  const { code, stderr } = await run(['profiles']);
  await chmod(file, 0o600);
  expect(code).toBe(2);
  expect(stderr).toContain(`chmod 600 ${file}`);
});
