/** Reads the rules of the exchange out of `docs/rules/`, as docs/rules/README.md says they are written. */
import ts from 'typescript';
import { type Source, parse } from '../../setup/generate/sources';

interface RuleTest {
  /** As the page shows it, and as its link leads there, both from the root of the project. */
  readonly shown: string;
  readonly linked: string;
  /** A part of the title of a test. */
  readonly title: string;
}

export interface Rule {
  readonly page: string;
  readonly id: string;
  readonly isRetired: boolean;
  readonly hasReason: boolean;
  readonly tests: readonly RuleTest[];
  /** Lines that were meant to name a test, however they are written. */
  readonly testLines: number;
}

const FOLDER = 'docs/rules/';

export function isRulePage({ path }: Source): boolean {
  return path.startsWith(FOLDER) && path.endsWith('.md') && path !== `${FOLDER}README.md`;
}

/** Every section of a page is a rule. */
export function rulesOf({ path, text }: Source): Rule[] {
  const [, ...sections] = text.split(/^## /m);
  return sections.map((section) => {
    const [id = '', ...lines] = section.split('\n');
    const body = lines.join('\n').trim();
    return {
      page: path,
      id,
      isRetired: body.startsWith('**Retired.**'),
      hasReason: /^Reason: \S/m.test(body),
      tests: [...body.matchAll(/^- Test: \[([^\]]+)\]\(\.\.\/\.\.\/([^)]+)\), `(.+)`$/gm)].map(
        ([, shown = '', linked = '', title = '']) => ({ shown, linked, title }),
      ),
      testLines: [...body.matchAll(/^\W*Tests?\b/gm)].length,
    };
  });
}

const TEST_FUNCTIONS = new Set(['test', 'it', 'describe']);

/** Titles of the tests and groups of a file, and the tables that tests are made of. */
export function titlesOf(source: Source): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && TEST_FUNCTIONS.has(calledName(node.expression))) {
      const [first] = node.arguments;
      if (first) titles.push(ts.isStringLiteralLike(first) ? first.text : first.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(source));
  return titles;
}

/** `test` of `test`, `test.each` and `test.each(rows)`. */
function calledName(called: ts.Expression): string {
  if (ts.isIdentifier(called)) return called.text;
  if (ts.isPropertyAccessExpression(called) || ts.isCallExpression(called)) {
    return calledName(called.expression);
  }
  return '';
}
