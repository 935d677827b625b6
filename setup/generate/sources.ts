/**
 * The files of the project and their imports. Paths are relative to the project root, where its
 * commands run.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

export interface Source {
  /** Path from the project root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The top-level folder, or the empty string for a file in the root. */
  readonly module: string;
}

/** Every text under version control, and new ones that are not ignored. */
export function allFiles(): Source[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard']);
  return listed
    .toString()
    .split('\n')
    .filter((path) => path !== '' && path !== 'package-lock.json' && !/\.(?:png|gz)$/.test(path))
    .flatMap((path) => read(path));
}

/** The project's TypeScript files. */
export function typescriptFiles(): Source[] {
  return allFiles().filter(({ path }) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
}

export interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

/** The static and dynamic imports and re-exports of a file. */
export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ from: node.moduleSpecifier.text, typeOnly: onlyTypes(node.importClause) });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      const { text } = node.moduleSpecifier as ts.StringLiteral;
      found.push({ from: text, typeOnly: node.isTypeOnly });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) {
        found.push({ from: argument.text, typeOnly: false });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(source));
  return found;
}

/** The project file that an import refers to; null for a package or a built-in module. */
export function resolveImport(source: Source, from: string): string | null {
  if (!from.startsWith('.')) return null;
  return join(dirname(source.path), from).replaceAll('\\', '/');
}

export function parse({ path, text }: Source): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
}

function onlyTypes(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const { name, namedBindings } = clause;
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.every((element) => element.isTypeOnly);
}

/** Git still lists a file that was just removed. */
function read(path: string): Source[] {
  try {
    const module = path.includes('/') ? (path.split('/')[0] ?? '') : '';
    return [{ path, module, text: readFileSync(path, 'utf8') }];
  } catch {
    return [];
  }
}
