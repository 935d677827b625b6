/** The rules of the exchange: well-formed, each held by a test, and the only thing that comments cite. */
import { allFiles } from '../../setup/generate/sources';
import { isRulePage, rulesOf } from './rules';

const files = allFiles();
const pages = files.filter(isRulePage);
const rules = pages.flatMap(rulesOf);
const prefixes = new Set(rules.map(({ id }) => id.replace(/-.*/, '')));

/** Standards whose names are written as ids are. */
const STANDARDS = new Set(['AES', 'AFL', 'CRC', 'ISO', 'LICENSE', 'RFC', 'SHA', 'SSH', 'UTF']);

/** How documents were cited that a reader does not have. */
const OUTSIDE = [
  /\b(?:decisions|design|specification)(?:'s)?,? (?:sections?|rules?|promises?)\b/i,
  /\((?:the )?(?:design|specification)(?:, |\))/i,
  /(?<!RFC \d+, )\bsections? \d/i,
  /\b(?:rules?|promises?) \d/i,
  /\b(?:as|see) the specification\b/i,
  /\b(?:service-specification|decisions|design)\.md\b/,
];

describe('the rules', () => {
  test('each has an id of its page, and the numbers of a page have no gaps', () => {
    expect(rules.length).toBeGreaterThan(100);
    expect(prefixes.size).toBe(pages.length);
    for (const page of pages) {
      const ids = rulesOf(page).map(({ id }) => id);
      const prefix = /Ids of this page begin with `([A-Z]+)`/.exec(page.text)?.[1];
      const expected = ids.map((_, index) => `${prefix}-${index + 1}`);
      expect([page.path, ids]).toEqual([page.path, expected]);
    }
  });

  test('each has a reason, and a test that holds it', () => {
    const inForce = rules.filter(({ isRetired }) => !isRetired);
    const faulty = inForce.filter(({ hasReason, hasTest }) => !hasReason || !hasTest);
    expect(faulty.map(({ id }) => id)).toEqual([]);
  });

  test('the index has the prefix of every page', () => {
    const index = files.find(({ path }) => path === 'docs/rules/README.md')?.text ?? '';
    expect([...prefixes].filter((prefix) => !index.includes(`| \`${prefix}\` |`))).toEqual([]);
  });
});

describe('citations', () => {
  const cited = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w-])([A-Z]{2,})-(\d+)(?![\w-])/g)]
      .filter(([, prefix = '']) => !STANDARDS.has(prefix))
      .map(([id]) => ({ path, id })),
  );

  test('every id that is cited is that of one rule, which still holds', () => {
    expect(cited.length).toBeGreaterThan(rules.length);
    const known = new Set(rules.filter(({ isRetired }) => !isRetired).map(({ id }) => id));
    const own = (path: string, id: string) =>
      rules.some((rule) => rule.isRetired && rule.page === path && rule.id === id);
    const unknown = cited.filter(({ path, id }) => !known.has(id) && !own(path, id));
    expect(unknown.map(({ path, id }) => `${path}: ${id}`)).toEqual([]);
  });

  test('nothing cites a document that is not in the repository', () => {
    const readers = files.filter(
      ({ path }) => /\.(?:ts|lua|mjs|md|ya?ml)$/.test(path) && path !== 'test/tidy/rules.test.ts',
    );
    const found = readers.flatMap(({ path, text }) =>
      text
        .split('\n')
        .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
        .filter(({ line }) => OUTSIDE.some((pattern) => pattern.test(line)))
        .map(({ line, place }) => `${place} ${line.trim().slice(0, 120)}`),
    );
    expect(found).toEqual([]);
  });
});
