/** What `.ci/run` makes of jest's results: a failure of either run is never lost. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-results-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param tests of each file: `p` for one that passed, `f` for one that failed */
function write(name: string, files: Readonly<Record<string, string>>): void {
  const testResults = Object.entries(files).map(([path, tests]) => ({
    name: join(process.cwd(), path),
    status: tests.includes('f') || tests === '' ? 'failed' : 'passed',
    assertionResults: [...tests].map((one) => ({ status: one === 'p' ? 'passed' : 'failed' })),
  }));
  writeFileSync(join(folder, name), JSON.stringify({ testResults }));
}
const lines = (...args: readonly string[]) =>
  execFileSync(process.execPath, ['setup/prove/test-results.mjs', ...args], { encoding: 'utf8' })
    .split('\n')
    .slice(0, -1);
const counted = () => lines('count', folder, 'tests', 'slow tests');

test('the files that failed run again, when they are few', () => {
  const failing = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.test.ts`, 'pf']));
  write('tests.json', { ...failing(5), 'good.test.ts': 'p' });
  expect(lines('failed', join(folder, 'tests.json'))).toHaveLength(5);
  write('tests.json', failing(6));
  expect(lines('failed', join(folder, 'tests.json'))).toEqual([]);
  expect(lines('failed', join(folder, 'none.json'))).toEqual([]);
});

test('what passes alone counts as passed, and is named', () => {
  write('tests.json', { 'a.test.ts': 'ppf', 'b.test.ts': 'p' });
  write('tests-again.json', { 'a.test.ts': 'ppp' });
  write('slow tests.json', { 'c.test.ts': 'pp' });
  expect(counted()).toEqual(['a.test.ts failed at first, and passed alone', '6 passed, 0 failed']);
});

test('what fails twice, cannot be loaded, or never ran again has failed', () => {
  write('tests.json', { 'a.test.ts': 'pf', 'b.test.ts': '', 'c.test.ts': 'f' });
  write('tests-again.json', { 'a.test.ts': 'pf', 'b.test.ts': '' });
  write('slow tests.json', {});
  expect(counted().at(-1)).toBe('1 passed, 3 failed');
});

test('a run without an end has failed', () => {
  write('slow tests.json', { 'c.test.ts': 'p' });
  expect(counted()).toEqual(['1 passed, 1 failed']);
});
