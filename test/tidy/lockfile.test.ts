import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  readonly optionalDependencies?: Record<string, string>;
}

test('the lockfile names the packages of every platform, else `npm ci` refuses it', () => {
  const text = readFileSync(join(__dirname, '..', '..', 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Package> };
  const named = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  // `npm run lockfile` adds what a registry mirror for one platform has left out.
  expect(wanted.filter((name) => !named.has(name))).toEqual([]);
});
