import ts from 'typescript';
import { type Source, parse, typescriptFiles } from '../../setup/generate/sources';

/** Made by `refused`, or caught before. */
const ALLOWED = /^(?:refused\(|err(?:\.cause)?$)/;

test('a workflow throws application failures only (FLOW-7)', () => {
  const thrown = typescriptFiles()
    .filter(({ module }) => module === 'workflows')
    .flatMap(thrownIn);
  expect(thrown.length).toBeGreaterThan(5);
  expect(thrown.filter(({ text }) => !ALLOWED.test(text))).toEqual([]);
});

function thrownIn(source: Source): { readonly path: string; readonly text: string }[] {
  const found: { path: string; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isThrowStatement(node)) {
      found.push({ path: source.path, text: node.expression.getText() });
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(source));
  return found;
}
