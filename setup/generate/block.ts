import { readFileSync } from 'node:fs';

/**
 * A page written by hand with generated parts between markers.
 * @param parts content by the name in the markers
 * @returns the page by its path
 */
export function pageWith(
  path: string,
  parts: Readonly<Record<string, string>>,
): Record<string, string> {
  let text = readFileSync(path, 'utf8');
  for (const [name, content] of Object.entries(parts)) {
    const begin = `<!-- generated: ${name}; written by \`npm run generate\` -->`;
    const end = `<!-- end: ${name} -->`;
    const [before = '', rest] = text.split(begin);
    const after = rest?.split(end)[1];
    if (after === undefined) throw new Error(`${path} has no markers for ${name}`);
    text = `${before}${begin}\n\n${content}\n\n${end}${after}`;
  }
  return { [path]: text };
}
