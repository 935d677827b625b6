import ts from 'typescript';
import { allFiles, parse, typescriptFiles } from '../../setup/generate/sources';

const FILE_LINES = 400;
const FUNCTION_LINES = 70;
const WRITTEN = /\.(tsx?|mjs|js|lua|css)$/;
const GENERATED = /^(?:console\/src\/client|clients\/typescript\/src)\/generated\//;

describe('size', () => {
  test(`no file has over ${FILE_LINES} lines`, () => {
    const long = allFiles()
      .filter(({ path }) => WRITTEN.test(path) && !GENERATED.test(path))
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > FILE_LINES);
    expect(long).toEqual([]);
  });

  test(`no function has over ${FUNCTION_LINES} lines`, () => {
    const long = typescriptFiles()
      .filter(({ module }) => module !== 'test')
      .flatMap((source) => longFunctions(parse(source)));
    expect(long).toEqual([]);
  });
});

function longFunctions(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const first = file.getLineAndCharacterOfPosition(node.getStart()).line;
      const last = file.getLineAndCharacterOfPosition(node.getEnd()).line;
      const lines = last - first + 1;
      if (lines > FUNCTION_LINES) found.push(`${file.fileName}:${first + 1} has ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
