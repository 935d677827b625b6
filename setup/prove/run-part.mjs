/** Runs the test files of one part, and collects what they assert and tell. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @typedef {{
 *   name: string,
 *   promise: string,
 *   passed: number,
 *   violations: readonly string[],
 *   seconds: number,
 *   evidence: readonly { kind: string, [name: string]: unknown }[],
 * }} Outcome
 *   `violations` are the titles of failed tests; a part without a test is one too
 */

/** Somebody ended the run: what its tests had found by then says nothing. */
export class Interrupted extends Error {}

/**
 * @param {import('./parts.mjs').Part} part
 * @returns {Promise<Outcome>}
 * @throws {Interrupted}
 */
export async function runPart({ name, promise, files, variables }) {
  const folder = await mkdtemp(join(tmpdir(), 'tokenbook-prove-'));
  const [report, evidence] = [join(folder, 'report.json'), join(folder, 'evidence')];
  const startedAtMs = performance.now();
  try {
    await jest(
      [
        '--json',
        `--outputFile=${report}`,
        '--testPathIgnorePatterns',
        '/node_modules/',
        '--maxWorkers',
        '1',
        '--forceExit',
        '--testMatch',
        ...files.map((file) => `**/${file}`),
      ],
      { ...variables, EVIDENCE_FILE: evidence },
    );
    return {
      name,
      promise,
      ...resultsOf(await readFile(report, 'utf8').catch(() => null)),
      seconds: Math.round((performance.now() - startedAtMs) / 1e3),
      evidence: linesOf(await readFile(evidence, 'utf8').catch(() => '')),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function jest(args, variables) {
  const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...variables },
  });
  let isInterrupted = false;
  const stop = () => {
    isInterrupted = true;
    child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  return new Promise((resolve, reject) => {
    child.once('exit', () => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
      if (isInterrupted) reject(new Interrupted());
      else resolve();
    });
  });
}

export function resultsOf(report) {
  if (report === null) return { passed: 0, violations: ['the tests did not start'] };
  const { testResults } = JSON.parse(report);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const titlesOf = (status) =>
    tests.filter((test) => test.status === status).map(({ fullName }) => fullName);
  const unloaded = testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(() => 'a file could not be loaded');
  const none = tests.length === 0 && unloaded.length === 0 ? ['there was no test'] : [];
  return {
    passed: titlesOf('passed').length,
    violations: [...titlesOf('failed'), ...unloaded, ...none],
  };
}

function linesOf(text) {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
