/** `npm run check:fast`: what it selects, and the hook that runs it. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '..', '..');
const run = promisify(execFile);

interface Selection {
  readonly tests: readonly string[];
  readonly skipped: readonly string[];
}

async function select(...paths: string[]): Promise<Selection> {
  const script = join(ROOT, 'setup', 'prove', 'check-fast.mjs');
  const { stdout } = await run(process.execPath, [script, '--list', ...paths], { cwd: ROOT });
  const lines = stdout.split('\n');
  const having = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  return { tests: having('test'), skipped: having('skipped') };
}

const isTidy = (path: string) => path.startsWith('test/tidy/');

describe('selects', () => {
  test('for a page nothing but the tests of every file', async () => {
    const { tests, skipped } = await select('docs/start.md');
    expect(tests).toContain('test/tidy/documents.test.ts');
    expect(tests.filter((path) => !isTidy(path))).toEqual([]);
    expect(skipped).toEqual([]);
  });

  test('the tests that import a changed module', async () => {
    const { tests } = await select('domain/key-hash.ts');
    expect(tests).toContain('test/records/key-hash.test.ts');
    expect(tests).not.toContain('test/engine/scenarios.test.ts');
  });

  test('chats through all processes for what runs in them', async () => {
    const { tests } = await select('exchange/chat/order-runner.ts');
    expect(tests).toContain('test/e2e/chat.test.ts');
  });

  test('seven of very many', async () => {
    const { tests, skipped } = await select('domain/money.ts');
    expect(tests.filter((path) => !isTidy(path))).toHaveLength(7);
    expect(skipped.some((line) => line.endsWith('others are nearer'))).toBe(true);
  });

  test.each([
    ['engine/functions/bid.lua', 'test/engine/scenarios.test.ts'],
    ['workflows/seller.ts', 'test/replay/replay.test.ts'],
    ['docker-compose.yml', 'test/setup/compose.test.ts'],
    ['deploy/helm/tokenbook/values.yaml', 'test/helm/chart.test.ts'],
    ['.githooks/pre-push', 'test/setup/check-fast.test.ts'],
  ])('for %s, which nothing imports, %s', async (path, test) => {
    expect(existsSync(join(ROOT, path))).toBe(true);
    expect((await select(path)).tests).toContain(test);
  });

  test('no test that starts processes of the exchange, and says so', async () => {
    const own = 'test/e2e/money.test.ts';
    const { tests, skipped } = await select(own);
    expect(tests).not.toContain(own);
    expect(skipped).toEqual([`${own}: it starts processes of the exchange`]);
  });

  test('files that exist', async () => {
    const source = readFileSync(join(ROOT, 'setup', 'prove', 'select-tests.mjs'), 'utf8');
    const named = [...source.matchAll(/'([a-z][\w/.-]*\.ts)'/g)].map(([, path]) => path ?? '');
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

test('what has changed is what the branch committed, the edited and the new files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tokenbook-changed-'));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  const git = (...args: string[]) =>
    execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'ignore' });
  try {
    git('init', '--initial-branch', 'main');
    for (const name of ['kept', 'edited', 'removed', 'committed']) await write(name, 'first');
    git('add', '.');
    git('commit', '--message', 'first');
    git('switch', '--create', 'change');
    await write('committed', 'second');
    git('commit', '--all', '--message', 'second');
    await write('edited', 'second');
    await write('new: ä', 'first');
    git('rm', 'removed');
    const module = join(ROOT, 'setup', 'prove', 'changed-files.mjs');
    const script = `import { changedFiles } from ${JSON.stringify(module)};
      console.log(JSON.stringify(changedFiles()));`;
    const args = ['--input-type=module', '--eval', script];
    const { stdout } = await run(process.execPath, args, { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(['committed', 'edited', 'new: ä']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the hook can be executed, and has nothing to check when a push only deletes', async () => {
  const hook = join(ROOT, '.githooks', 'pre-push');
  expect(statSync(hook).mode & 0o111).toBe(0o111);
  const zeros = '0'.repeat(40);
  const deleted = `(delete) ${zeros} refs/heads/old ${'1'.repeat(40)}\n`;
  const options = { cwd: ROOT, input: deleted, encoding: 'utf8' } as const;
  expect(execFileSync(hook, ['origin', 'somewhere'], options)).toBe('');
});
