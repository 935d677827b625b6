import { check } from 'recheck';
import ts from 'typescript';
import {
  type Source,
  importsOf,
  parse,
  resolveImport,
  typescriptFiles,
} from '../../setup/generate/sources';

/** Processes and the command line: what they do not load meets no text of strangers. */
const ENTRANCES = ['processes', 'cli'];

interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

describe('the analysis', () => {
  test.each([
    ['spans lines', String.raw`^\s*test:([a-z-]+)\s*$`, 'm'],
    ['searches for an end that is missing', String.raw`<p>(.*?)<\/p>`, 's'],
    ['matches the end of a text', String.raw`\/+$`, ''],
    ['reads digits before a separator', String.raw`(\d+)\.(\d+)`, ''],
    ['reads a password', String.raw`\b((?:mongodb|rediss?)(?:\+\w+)?:\/\/)[^\s"']*@`, 'gi'],
    ['nests repetitions', '^(a+)+$', ''],
  ])('finds a superlinear expression that %s', async (_title, source, flags) => {
    expect(await attackOn({ source, flags })).not.toBeNull();
  });

  test.each([String.raw`^[a-z0-9._:/@-]{1,128}$`, String.raw`\r\n|\n|\r`, String.raw`\s+`])(
    'accepts %s',
    async (source) => {
      expect(await attackOn({ source, flags: '' })).toBeNull();
    },
  );
});

test('no regular expression that processes or the command line load is superlinear', async () => {
  const expressions = loadedFiles().flatMap((source) => expressionsOf(source));
  expect(expressions.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const { place, ...expression } of expressions) {
    const attack = await attackOn(expression);
    if (attack) found.push(`${place}: /${expression.source}/${expression.flags} on ${attack}`);
  }
  expect(found).toEqual([]);
}, 300_000);

/** A text on which the expression takes more than linear time; null if there is none. */
async function attackOn({ source, flags }: Omit<Expression, 'place'>): Promise<string | null> {
  // Without a limit of time the result depends on the expression alone.
  const result = await check(source, flags, { timeout: null });
  if (result.status === 'unknown') throw new Error(`/${source}/${flags}: ${result.error.kind}`);
  return result.status === 'vulnerable' ? result.attack.pattern : null;
}

function loadedFiles(): Source[] {
  const files = new Map(typescriptFiles().map((source) => [source.path, source]));
  const loaded = new Set<Source>();
  const pending = [...files.values()].filter(({ module }) => ENTRANCES.includes(module));
  for (const source of pending) {
    if (loaded.has(source)) continue;
    loaded.add(source);
    for (const { from, typeOnly } of importsOf(source)) {
      const path = resolveImport(source, from)?.replace(/\.js$/, '');
      const next = files.get(`${path}.ts`) ?? files.get(`${path}/index.ts`);
      if (next && !typeOnly) pending.push(next);
    }
  }
  return [...loaded];
}

function expressionsOf(source: Source): Expression[] {
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const pattern = patternOf(node);
    if (pattern) found.push({ place: source.path, ...pattern });
    ts.forEachChild(node, visit);
  };
  visit(parse(source));
  return found;
}

function patternOf(node: ts.Node): Omit<Expression, 'place'> | null {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  const isCreated = ts.isNewExpression(node) || ts.isCallExpression(node);
  if (!isCreated || node.expression.getText() !== 'RegExp') return null;
  const [pattern, flags] = (node.arguments ?? []).map(literalOf);
  return { source: pattern ?? '', flags: flags ?? '' };
}

/** A word stands for each part of a template that is not known before it runs. */
function literalOf(node: ts.Expression): string {
  // Of `String.raw`: the text as it is written.
  if (ts.isTaggedTemplateExpression(node)) return literalOf(node.template);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) throw new Error(`Unreadable expression: ${node.getText()}`);
  return node.head.text + node.templateSpans.map(({ literal }) => `word${literal.text}`).join('');
}
