/** Each process is one file, and its errors name the lines of the sources (ADR 10). */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newSecrets } from '../../setup/local/credentials';
import { buildOnce } from '../support/processes';

const ROOT = join(__dirname, '..', '..');
const PROCESSES = join(ROOT, 'dist', 'processes');
const FILES = ['gateway', 'worker', 'relay', 'compute/thread', 'workflow-thread'];

beforeAll(() => buildOnce());

interface SourceMap {
  readonly sources: readonly string[];
}

const sourcesOf = (file: string): string[] => {
  const path = join(PROCESSES, `${file}.js.map`);
  const { sources } = JSON.parse(readFileSync(path, 'utf8')) as SourceMap;
  return sources.map((source) => join(path, '..', source));
};

test.each(FILES)('%s contains its packages', (file) => {
  const text = readFileSync(join(PROCESSES, `${file}.js`), 'utf8');
  const required = [...text.matchAll(/\brequire\("([^".][^"]*)"\)/g)].map(([, name = '']) => name);
  const packages = required.filter(
    (name) => !isBuiltin(name) && existsSync(join(ROOT, 'node_modules', name)),
  );
  // Temporal bundles workflows with it when there is no prebuilt bundle.
  expect(packages.filter((name) => name !== 'webpack')).toEqual([]);
});

test('workflows run in the thread of one file', () => {
  const text = readFileSync(join(PROCESSES, 'worker.js'), 'utf8');
  expect(text).toContain('join(__dirname, "workflow-thread.js")');
  expect(text).not.toContain('require.resolve("./workflow-worker-thread")');
});

test.each(['gateway', 'worker', 'relay'])('the map of %s names our sources', (file) => {
  const own = sourcesOf(file).filter((source) => !source.includes('node_modules'));
  expect(own).toContain(join(ROOT, 'processes', `${file}.ts`));
  expect(own.filter((source) => !existsSync(source))).toEqual([]);
});

test('an error names the line of the source', async () => {
  const args = ['--enable-source-maps', join(PROCESSES, 'gateway.js')];
  const env = { PATH: process.env.PATH, ...newSecrets(), CATALOG_FILE: 'missing.json' };
  const failed = await promisify(execFile)(process.execPath, args, { env, cwd: PROCESSES }).catch(
    (err: { stdout: string }) => err,
  );
  expect(failed.stdout).toContain(join(ROOT, 'config'));
  expect(failed.stdout).toMatch(/catalog\.ts:\d+:\d+/);
});
