/** The quick starts, each as its reader runs it: the same purchase in four languages. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { DEFAULT_CONTENT } from '../support/sellers/completions';
import { buildGo, findGo } from './go';
import { PACKAGE, findPython } from './python';

const run = promisify(execFile);
const ROOT = join(__dirname, '..', '..');
const PROGRAMS = join(ROOT, 'examples', 'quick-start');
const OUTPUT = `balance 10 USD
best ask 0.001 USD per 1,000 tokens
answer ${DEFAULT_CONTENT}
cost 0.000024 USD
balance 9.999976 USD
`;

let exchange: Exchange;
let folder: string;
/** Compiles while the others run. */
let compiled: Promise<string | null>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tokenbook-quick-starts-'));
  compiled = compile();
  compiled.catch(() => undefined);
  exchange = await Exchange.pooled();
});
afterAll(async () => {
  await exchange.stop();
  await compiled.catch(() => undefined);
  rmSync(folder, { recursive: true });
});

async function compile(): Promise<string | null> {
  const go = await findGo();
  if (!go) return null;
  const program = join(folder, 'quick-start');
  await buildGo(go, join(PROGRAMS, 'quick-start.go'), program);
  return program;
}

/** @returns what it prints, or how it fails, and what is left of 10 USD */
async function play(command: string, args: readonly string[], more: Record<string, string> = {}) {
  const { key, model } = await openMarket(exchange);
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TOKENBOOK_URL: exchange.url(),
    TOKENBOOK_KEY: key,
    MODEL: model,
    ...more,
  };
  const failed = (err: { stdout: string; stderr: string }) => err;
  const { stdout, stderr } = await run(command, [...args], { env }).catch(failed);
  return { stdout, stderr, left: (await exchange.account(key)).balance };
}

test('curl', async () => {
  const { stdout, stderr, left } = await play('bash', [join(PROGRAMS, 'quick-start.sh')]);
  expect(stderr).toBe('');
  const answers = stdout.trim().split('\n');
  expect(answers.map((text) => JSON.parse(text))).toMatchObject([
    { balance: '10' },
    { asks: [{ price: '0.001' }] },
    { fill: { cost: '0.000024' } },
    { balance: left },
  ]);
  expect(left).toBe('9.999976');
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
  const played = await play(process.execPath, [join(folder, 'quick-start.mjs')]);
  expect(played).toEqual({ stdout: OUTPUT, stderr: '', left: '9.999976' });
});

test('Python', async () => {
  const { interpreter, hasPackage } = await findPython();
  const args = ['-B', join(PROGRAMS, 'quick_start.py')];
  const played = await play(interpreter, args, { PYTHONPATH: join(ROOT, 'clients', 'python') });
  if (!hasPackage) {
    process.stderr.write(`the chat is not run: ${interpreter} lacks ${PACKAGE}\n`);
  }
  const lacking = {
    stdout: OUTPUT.split('answer')[0],
    stderr: `The package openai is not installed: pip install ${PACKAGE}\n`,
    left: '10',
  };
  const complete = { stdout: OUTPUT, stderr: '', left: '9.999976' };
  expect(played).toEqual(hasPackage ? complete : lacking);
});

test('Go', async () => {
  const program = await compiled;
  if (!program) {
    process.stderr.write(
      'not run: there is no Go on the PATH, and none to fetch for this machine\n',
    );
    return;
  }
  expect(await play(program, [])).toEqual({ stdout: OUTPUT, stderr: '', left: '9.999976' });
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
