/**
 * The quick starts, each as its reader runs it: the same purchase in each language. Go, which has to be
 * fetched and compiles for a minute, is in `quick-start-go.long.test.ts`.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Exchange } from '../support/exchange';
import { PACKAGE, findPython } from './python';
import { LEFT, OUTPUT, PROGRAMS, play } from './quick-start';

const run = promisify(execFile);
const ROOT = join(__dirname, '..', '..');

let exchange: Exchange;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tokenbook-quick-starts-'));
  exchange = await Exchange.pooled();
});
afterAll(async () => {
  await exchange.stop();
  rmSync(folder, { recursive: true });
});

test('curl', async () => {
  const { stdout, stderr, left } = await play(exchange, 'bash', [join(PROGRAMS, 'quick-start.sh')]);
  expect(stderr).toBe('');
  const answers = stdout.trim().split('\n');
  expect(answers.map((text) => JSON.parse(text))).toMatchObject([
    { balance: '10' },
    { asks: [{ price: '0.001' }] },
    { fill: { cost: '0.000024' } },
    { balance: left },
  ]);
  expect(left).toBe(LEFT);
});

test('Node', async () => {
  const installed = join(folder, 'node_modules', 'tokenbook-client');
  mkdirSync(installed, { recursive: true });
  const client = join(ROOT, 'clients', 'typescript');
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(process.execPath, [compiler, '-p', client, '--outDir', join(installed, 'dist')]);
  cpSync(join(client, 'package.json'), join(installed, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules', 'openai'), join(folder, 'node_modules', 'openai'));
  cpSync(join(PROGRAMS, 'quick-start.mjs'), join(folder, 'quick-start.mjs'));
  const played = await play(exchange, process.execPath, [join(folder, 'quick-start.mjs')]);
  expect(played).toEqual({ stdout: OUTPUT, stderr: '', left: LEFT });
});

test('Python', async () => {
  const { interpreter, hasPackage } = await findPython();
  const args = ['-B', join(PROGRAMS, 'quick_start.py')];
  const played = await play(exchange, interpreter, args, {
    PYTHONPATH: join(ROOT, 'clients', 'python'),
  });
  if (!hasPackage) {
    process.stderr.write(`the chat is not run: ${interpreter} lacks ${PACKAGE}\n`);
  }
  const lacking = {
    stdout: OUTPUT.split('answer')[0],
    stderr: `The package openai is not installed: pip install ${PACKAGE}\n`,
    left: '10',
  };
  const complete = { stdout: OUTPUT, stderr: '', left: LEFT };
  expect(played).toEqual(hasPackage ? complete : lacking);
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
