/** One version, stated in `package.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { generatedDescriptions } from '../../api/openapi/generated-files';
import { createProgram } from '../../cli/main';
import { VERSION } from '../../config/version';

const read = (path: string) => readFileSync(join(__dirname, '..', '..', path), 'utf8');
const manifest = JSON.parse(read('package.json')) as { version: string };
const released = [...read('CHANGELOG.md').matchAll(/^## \[(\d[^\]]*)\] - (\S+)$/gm)].map(
  ([, version = '', date = '']) => ({ version, date }),
);

test('the processes, the command line and the lockfile state the version of package.json', () => {
  const lockfile = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  const stated = [VERSION, createProgram().version(), lockfile.version];
  expect([...stated, lockfile.packages['']!.version]).toEqual(Array(4).fill(manifest.version));
});

test('the client for TypeScript states it', () => {
  const client = JSON.parse(read('clients/typescript/package.json')) as { version: string };
  expect(client.version).toBe(manifest.version);
});

test('it is the newest dated version of the changelog', () => {
  expect(released[0]?.version).toBe(manifest.version);
});

test('the changelog has its versions and dates in order, behind what is not released', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings[0]).toBe('[Unreleased]');
  expect(headings).toHaveLength(released.length + 1);
  const byNumber = new Intl.Collator('en', { numeric: true });
  const versions = released.map(({ version }) => version);
  expect(versions).toEqual([...versions].sort((one, other) => byNumber.compare(other, one)));
  const dates = released.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort().reverse());
  expect(dates.filter((date) => !/^\d{4}-\d{2}-\d{2}$/.test(date))).toEqual([]);
});

test('each description declares version 1.0.0 of the API and names the release', () => {
  const stated = Object.values(generatedDescriptions()).map((text) => {
    const { info } = parse(text) as { info: Record<string, string> };
    return [info.version, info['x-release']];
  });
  expect(stated).toEqual(Array(7).fill(['1.0.0', manifest.version]));
});

test('the client for Python states the release', () => {
  expect(read('clients/python/tokenbook/generated/version.py')).toContain(
    `VERSION = "${manifest.version}"`,
  );
});
