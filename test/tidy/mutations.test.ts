/** The mutations of `npm run mutate` fit the present code: each can be made in exactly one place. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { MUTATIONS } from '../mutations';
import type { Mutation } from '../mutations/mutation';

test('each has a name of its own', () => {
  const ids = MUTATIONS.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('each is found once, and changes the code', () => {
  const faults = MUTATIONS.flatMap(({ id, file, find, replace }) => {
    const count = readFileSync(file, 'utf8').split(find).length - 1;
    if (count !== 1) return [`${id}: its text occurs ${count} times in ${file}`];
    return find === replace ? [`${id} changes nothing`] : [];
  });
  expect(faults).toEqual([]);
});

test('each leaves TypeScript that can be read', () => {
  expect(MUTATIONS.filter(({ file }) => file.endsWith('.ts')).flatMap(syntaxFaults)).toEqual([]);
});

test('the tests of each exist and are run before a change lands', () => {
  const missing = MUTATIONS.flatMap(({ tests }) => tests).filter(
    (path) => !existsSync(join('test', path)) || path.endsWith('.long.test.ts'),
  );
  expect(missing).toEqual([]);
});

function syntaxFaults({ id, file, find, replace }: Mutation): string[] {
  const text = readFileSync(file, 'utf8').replace(find, () => replace);
  // Parsing tells what cannot be read at a third of the time of compiling.
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
  const { parseDiagnostics: diagnostics } = source as typeof source & {
    readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[];
  };
  return diagnostics.map(
    ({ messageText }) => `${id}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  );
}
