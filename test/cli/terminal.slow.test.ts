/** What the command does on a terminal, and only there. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../setup/servers/ports';
import { newModel, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { startSeller } from '../support/sellers/seller';
import { COMMAND, ROOT, Run, environmentOf, tokenbook } from './command';

/** Runs a command on a terminal of its own, and ends with its exit code. */
const ON_A_TERMINAL =
  'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
const ESCAPE = '\u001B';
const COLOUR = new RegExp(`${ESCAPE}\\[\\d+m`);
const UP = new RegExp(`${ESCAPE}\\[\\d+A`);

const exchange = Exchange.pooledForFile();

function onTerminal(args: readonly string[], environment: Record<string, string> = {}): Run {
  const env = environmentOf(exchange, { TERM: 'xterm-256color', ...environment });
  const words = ['-c', ON_A_TERMINAL, process.execPath, COMMAND, ...args];
  return new Run(spawn('python3', words, { env }));
}

test('a watched book is drawn in place, in colours, until Ctrl-C', async () => {
  const { model, seller } = await openMarket(exchange, { price: '0.002' });
  const run = onTerminal(['market', 'book', model, '--watch']);
  await run.says('best ask 2');
  expect(run.stdout).toMatch(COLOUR);
  await exchange.ask(seller, { model, price: '0.001', capacity: 5_000 });
  await run.says('best ask 1');
  expect(run.stdout).toMatch(UP);
  run.child.stdin!.write('\u0003');
  expect((await run.ended).code).toBe(130);
});

test('without colours where they are not wanted', async () => {
  const run = onTerminal(['market', 'book', exchange.model], { NO_COLOR: '1' });
  run.child.stdin!.end();
  const { code, stdout } = await run.ended;
  expect(code).toBe(0);
  expect(stdout).toContain(exchange.model);
  expect(stdout).not.toMatch(COLOUR);
});

test('a key that is typed is not shown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tokenbook-login-'));
  const file = join(folder, 'profiles.json');
  const { key } = await exchange.buyer('1');
  const login = ['login', '--as', 'buyer', '--url', exchange.url()];
  const run = onTerminal(login, { TOKENBOOK_PROFILES: file });
  await run.says('buyer key of default');
  run.child.stdin!.write(`${key}\r`);
  const { code, stdout } = await run.ended;
  expect({ code, shown: stdout.includes(key) }).toEqual({ code: 0, shown: false });
  expect(await readFile(file, 'utf8')).toContain(key);
  await rm(folder, { recursive: true });
});

test('a server that is sold has one live line with what it earns', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tokenbook-sold-'));
  const upstream = await startSeller('normal');
  const words = ['seller', 'up', '--upstream', upstream.url, '--model', newModel(), '--price', '1'];
  const run = onTerminal([...words, '--port', String(await freePort())], {
    TOKENBOOK_PROFILES: join(folder, 'profiles.json'),
  });
  await run.says(/earned 0 USD with 0 tokens, 0 of 4 slots busy, offers 819200 tokens/);
  run.child.stdin!.write('\u0003');
  const { code, stdout } = await run.ended;
  expect(code).toBe(130);
  expect(stdout).toContain('withdrawing the offers');
  await upstream.close();
  await rm(folder, { recursive: true });
});

test('npm start keeps one line with requests, fills and health', async () => {
  const { adminPort } = exchange.gateways[0]!;
  const script = `require('${ROOT}/dist/setup/local/status.js').keepStatusLine(${adminPort}, () => false);
    setInterval(() => undefined, 1000)`;
  const words = ['-c', ON_A_TERMINAL, process.execPath, '-e', script];
  const run = new Run(spawn('python3', words, { env: environmentOf(exchange) }));
  await run.says(/ready.* \d+ requests \(\d+\.\d\/s\) +\d+ fills\r/);
  expect(run.stdout).not.toContain('\n');
  run.child.stdin!.write('\u0003');
  await run.ended;
});

test('all books are halted only by whoever confirms it', async () => {
  const { model } = await openMarket(exchange);
  const statusOf = async () => {
    const { books } = (await exchange.admin('GET', '/books')).body;
    return books.find((book: any) => book.model_id === model).status;
  };
  const halt = ['books', 'halt', '--all', '--reason', 'clocks are wrong'];
  const question = 'Stop the matching of every open book?';
  for (const [answer, code, status] of [
    ['n', 1, 'open'],
    ['y', 0, 'halted'],
  ] as const) {
    const run = onTerminal(halt);
    await run.says(question);
    run.child.stdin!.write(`${answer}\r`);
    expect([(await run.ended).code, await statusOf()]).toEqual([code, status]);
  }
  expect((await tokenbook(exchange, 'books', 'resume', '--all')).code).toBe(2);
  expect(await statusOf()).toBe('halted');
  expect((await tokenbook(exchange, 'books', 'resume', '--all', '--yes')).code).toBe(0);
  expect(await statusOf()).toBe('open');
  for (const scope of [[], [model, '--all'], ['--all', '--tenor', 'spot']]) {
    expect((await tokenbook(exchange, 'books', 'resume', ...scope, '--yes')).code).toBe(2);
  }
});
