/** The types of the console's clients, from the descriptions of the surfaces. */
import openapi from 'openapi-typescript';
import ts from 'typescript';

const SURFACES = ['market', 'buyer', 'seller', 'operator'] as const;

/**
 * @param descriptions content by path, as `generatedDescriptions` returns it
 * @returns content by path
 */
export async function generatedConsoleTypes(
  descriptions: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const entries = SURFACES.map(async (surface) => {
    const description = descriptions[`api/openapi/generated/${surface}.json`] ?? '{}';
    const types = print(await openapi(description));
    return [`console/src/client/generated/${surface}.d.ts`, `${NOTICE}\n${types}`];
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
}

function print(nodes: readonly ts.Node[]): string {
  const file = ts.createSourceFile('types.d.ts', '', ts.ScriptTarget.ES2023);
  const printed = ts
    .createPrinter()
    .printList(ts.ListFormat.MultiLine, ts.factory.createNodeArray(nodes), file);
  return `${printed.trimEnd()}\n`;
}

const NOTICE = '/** Written by `npm run generate`; do not edit. */';
