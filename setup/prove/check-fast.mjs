/**
 * `npm run check:fast`: lint, format, types and the nearest tests of the changed files, in less
 * than a minute. `npm run check` is the full check.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from '../bootstrap.mjs';
import { changedFiles } from './changed-files.mjs';
import { selectTests } from './select-tests.mjs';

const HELP = `npm run check:fast                        what has changed since origin/main, or since main
npm run check:fast -- --since <commit>    what has changed since another commit
npm run check:fast -- <path> ...          these files
npm run check:fast -- --list              only says what would be checked
`;
const LINTED = /\.(?:tsx?|mjs|cjs|js)$/;
const TYPED = /^(?!console\/).*\.ts$|^(?:package-lock|tsconfig)\.json$/;
const TYPED_CONSOLE = /^console\/.*(?:\.tsx?|tsconfig\.json)$|^package-lock\.json$/;

await main();

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      since: { type: 'string' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  await bootstrap({ hasBuild: false });
  const changed = positionals.length > 0 ? positionals.map(normalize) : changedFiles(values.since);
  if (changed.length === 0) {
    process.stdout.write('Nothing has changed.\n');
    return;
  }
  const selection = selectTests(changed);
  if (values.list) list(changed, selection);
  else process.exitCode = (await check(changed, selection)) ? 0 : 1;
}

function list(changed, { tests, skipped }) {
  for (const path of changed) process.stdout.write(`changed ${path}\n`);
  for (const path of tests) process.stdout.write(`test ${path}\n`);
  for (const { path, reason } of skipped) process.stdout.write(`skipped ${path}: ${reason}\n`);
}

/** @returns whether everything passes */
async function check(changed, { tests, skipped, needServers }) {
  const started = Date.now();
  const code = changed.filter((path) => LINTED.test(path));
  // Concurrently: a type checker uses one processor, and tests mostly wait.
  const results = await Promise.all([
    ...(code.length > 0 ? [step('lint', 'oxlint', ['--type-aware', ...code])] : []),
    step('format', 'prettier', ['--check', '--ignore-unknown', ...changed]),
    ...(changed.some((path) => TYPED.test(path)) ? [step('types', 'tsc', ['-p', '.'])] : []),
    ...(changed.some((path) => TYPED_CONSOLE.test(path))
      ? [step('types of the console', 'tsc', ['-p', 'console'])]
      : []),
    runTests(tests, needServers),
  ]);
  sayWhatWasSkipped(changed, skipped);
  const failed = results.filter(({ hasPassed }) => !hasPassed).map(({ name }) => name);
  const outcome = failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'Passed';
  process.stdout.write(`\n${outcome}, in ${seconds(started)} s. Before a merge: npm run check\n`);
  return failed.length === 0;
}

/** Shows a tool's output only when it fails. */
async function step(name, tool, args) {
  const started = Date.now();
  const child = spawn(join('node_modules', '.bin', tool), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const hasPassed = await succeeds(child);
  process.stdout.write(`${hasPassed ? 'ok    ' : 'FAILED'} ${name}, ${seconds(started)} s\n`);
  if (!hasPassed) process.stdout.write(`${output}\n`);
  return { name, hasPassed };
}

/** Uses the settings of `npm test`; starts the servers only when a test needs them. */
async function runTests(tests, needServers) {
  const { globalSetup, globalTeardown, ...settings } = createRequire(import.meta.url)(
    '../../jest.config.js',
  );
  const servers = needServers ? { globalSetup, globalTeardown } : {};
  const config = JSON.stringify({ ...settings, ...servers, rootDir: process.cwd() });
  const jest = join('node_modules', 'jest', 'bin', 'jest.js');
  const args = [jest, '--config', config, '--runTestsByPath', ...tests];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
  return { name: 'tests', hasPassed: await succeeds(child) };
}

function sayWhatWasSkipped(changed, skipped) {
  const own = skipped.filter(({ path }) => changed.includes(path));
  for (const { path, reason } of own) {
    process.stdout.write(`Not run, ${reason}: npm test -- ${path}\n`);
  }
  const others = skipped.length - own.length;
  if (others > 0) process.stdout.write(`Not run: ${others} more test files that import it\n`);
}

function succeeds(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

function seconds(started) {
  return Math.round((Date.now() - started) / 1_000);
}
