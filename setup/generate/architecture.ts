/** The picture of the modules in `docs/internals/architecture.md`, drawn from the imports of the code. */
import { readFileSync } from 'node:fs';
import { pageWith } from './block';
import { type Source, importsOf, resolveImport, typescriptFiles } from './sources';

const PAGE = 'docs/internals/architecture.md';

/** From the entrances down to the rules. A module that is not listed here is not drawn. */
const MODULES = [
  'processes',
  'api',
  'temporal',
  'activities',
  'workflows',
  'followers',
  'exchange',
  'fairness',
  'engine',
  'records',
  'channel',
  'config',
  'domain',
  'clients',
  'cli',
  'console',
  'setup',
] as const;

/** Imported nearly everywhere: named inside the boxes, because arrows to them hide all others. */
const COMMON: readonly string[] = ['domain', 'config'];

interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Files of `from` that import a file of `to`. */
  readonly files: number;
  /** None of them needs more than types. */
  readonly typesOnly: boolean;
}

export function architecturePage(): Record<string, string> {
  const sources = typescriptFiles();
  const drawn = picture(sources, arrowsOf(sources));
  const shown = /```mermaid\n.*?\n```/s.exec(readFileSync(PAGE, 'utf8'))?.[0] ?? '';
  return pageWith(PAGE, { modules: isAsGood(shown, drawn) ? shown : drawn });
}

/** Same boxes and arrows, with counts that differ by a few files: not every change has to draw anew. */
function isAsGood(shown: string, drawn: string): boolean {
  const counts = (text: string) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  const shape = (text: string) => text.replaceAll(/\d+/g, '#');
  const present = counts(drawn);
  return (
    shape(shown) === shape(drawn) &&
    counts(shown).every((count, at) => {
      const now = present[at] ?? 0;
      return Math.abs(count - now) <= Math.max(3, now / 10);
    })
  );
}

function picture(sources: readonly Source[], arrows: readonly Arrow[]): string {
  const boxes = MODULES.map((module) => {
    const count = sources.filter((source) => source.module === module).length;
    const common = arrows
      .filter(({ from, to }) => from === module && COMMON.includes(to))
      .map(({ to, files }) => `${to} ${files}`);
    const imported = common.length > 0 ? `<br/>imports ${common.join(', ')}` : '';
    return `  ${module}["<b>${module}</b>, ${count} files${imported}"]`;
  });
  const lines = arrows
    .filter(({ to }) => !COMMON.includes(to))
    .map(({ from, to, files, typesOnly }) =>
      typesOnly ? `  ${from} -. "${files}, types" .-> ${to}` : `  ${from} -- ${files} --> ${to}`,
    );
  return ['```mermaid', 'flowchart TB', ...boxes, ...lines, '```'].join('\n');
}

function arrowsOf(sources: readonly Source[]): Arrow[] {
  const drawn = sources.filter(({ module }) => MODULES.some((name) => name === module));
  const imports = drawn.map((source) => ({ from: source.module, uses: usesOf(source) }));
  return MODULES.flatMap((from) =>
    MODULES.filter((to) => to !== from).flatMap((to) => {
      const uses = imports
        .filter((file) => file.from === from)
        .map((file) => file.uses.filter(({ module }) => module === to))
        .filter(({ length }) => length > 0);
      const typesOnly = uses.flat().every((use) => use.typeOnly);
      return uses.length === 0 ? [] : [{ from, to, files: uses.length, typesOnly }];
    }),
  );
}

/** The modules that a file imports from. */
function usesOf(source: Source): readonly { module: string; typeOnly: boolean }[] {
  return importsOf(source).map(({ from, typeOnly }) => ({
    module: resolveImport(source, from)?.split('/')[0] ?? '',
    typeOnly,
  }));
}
