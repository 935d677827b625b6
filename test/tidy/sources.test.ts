import { type Source, allFiles, typescriptFiles } from '../../setup/generate/sources';

const sources = typescriptFiles();
const product = sources.filter(({ module }) => module !== 'test');

describe('sources', () => {
  test('money never becomes a floating-point number', () => {
    const conversion = /(?:Number|parseFloat)\([^)]*(?:scale8|price|amount|cost|balance|fee)/i;
    const outside = product.filter(({ path }) => path !== 'domain/money.ts');
    expect(linesWith(outside, conversion)).toEqual([]);
  });

  test('no test is left out or run alone', () => {
    const tests = sources.filter(({ path }) => path.endsWith('.test.ts'));
    expect(
      linesWith(tests, /\b(?:test|it|describe)\.(?:only|skip|todo)\b|\bx(?:test|it)\(/),
    ).toEqual([]);
  });

  test('nothing is put off', () => {
    const files = allFiles().filter(({ path }) => !path.startsWith('test/tidy/'));
    expect(linesWith(files, /\b(?:TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
  });

  test('only what talks to a person on a terminal prints', () => {
    const modules = ['cli', 'setup', 'bench', 'examples', 'test'];
    const quiet = sources.filter(({ module }) => !modules.includes(module));
    expect(linesWith(quiet, /\bconsole\.\w+\(/)).toEqual([]);
  });

  test('the environment is read in one place', () => {
    const readers = ['setup', 'cli', 'bench', 'examples', 'test'];
    const others = sources.filter(
      ({ path, module }) => !readers.includes(module) && path !== 'config/settings.ts',
    );
    expect(linesWith(others, /\bprocess\.env\b/)).toEqual([]);
  });

  test('no path of a machine and no host of a registry is written down', () => {
    const files = allFiles().filter(({ path }) => !path.startsWith('test/tidy/'));
    const machine = /(?<![\w.~$}])\/(?:root|home|work|Users)\/\w/;
    const registry = /registry\.npmjs|pypi\.org|files\.pythonhosted|deb\.debian/;
    expect(linesWith(files, machine)).toEqual([]);
    expect(linesWith(files, registry)).toEqual([]);
  });

  test('exports have names', () => {
    const entryPoints = /^(?:test\/support\/global-(?:setup|teardown)|console\/vite\.config)\.ts$/;
    const others = sources.filter(({ path }) => !entryPoints.test(path));
    expect(linesWith(others, /^export default\b|^export \* from/)).toEqual([]);
  });

  test('file names are in kebab case', () => {
    const odd = product.filter(({ path }) => !/^[a-z0-9/.-]+\.tsx?$/.test(path));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });
});

function linesWith(files: readonly Source[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
      .filter(({ line }) => pattern.test(line))
      .map(({ line, place }) => `${place} ${line.trim().slice(0, 120)}`),
  );
}
