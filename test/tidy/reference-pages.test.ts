/** Pages about the code and the API that are written by hand: what they name exists, and what they list is complete. */
import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(path, 'utf8');

describe('dependencies.md', () => {
  const [, atRunTime = '', forDevelopment = ''] = read('docs/internals/dependencies.md').split(
    /^## /m,
  );
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;

  test.each([
    ['dependencies', atRunTime],
    ['devDependencies', forDevelopment],
  ])('every one of %s has a line, in order, with all four cells', (kind, section) => {
    const rows = [...section.matchAll(/^\| `([^`]+)` \| .+ \| .+ \| .+ \|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(manifest[kind] ?? {}));
  });
});
