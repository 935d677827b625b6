/** The fenced blocks of a page: what is run, what it prints, and what is not run for which reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '..', '..');

export interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** From the comment `<!-- not run: reason -->` before the block. */
  readonly notRun: string | null;
  /** Of the page, counted. */
  readonly section: number;
  /** The block behind it, in the same section, that shows its output. */
  readonly output: Block | null;
}

const RUN = ['bash', 'js'];
const SHOWN = ['yaml', 'json', 'text'];

/** Blocks to run or to leave out, in the order of the page. A drawing is a `text` in a section without commands. */
export function blocksOf(page: string): Block[] {
  const all = fencesOf(page);
  return all
    .map((block, index) => {
      const next = all[index + 1];
      const isOutput = next?.section === block.section && SHOWN.includes(next.language);
      return { ...block, output: isOutput ? next : null };
    })
    .filter(({ language }) => RUN.includes(language));
}

/** Blocks whose language says neither that they are run nor that they are shown. */
export function unknownBlocksOf(page: string): string[] {
  return fencesOf(page)
    .filter(({ language }) => !RUN.includes(language) && !SHOWN.includes(language))
    .map(({ line, language }) => `${page}:${line} '${language}'`);
}

function fencesOf(page: string): Block[] {
  const lines = readFileSync(join(ROOT, page), 'utf8').split('\n');
  const blocks: Block[] = [];
  let open: Pick<Block, 'line' | 'language' | 'notRun'> | null = null;
  let section = 0;
  lines.forEach((line, index) => {
    if (!open && /^#+ /.test(line)) section += 1;
    const fence = /^```(\w*)$/.exec(line);
    if (!fence) return;
    if (!open) {
      open = { line: index + 1, language: fence[1] ?? '', notRun: reasonBefore(lines, index) };
      return;
    }
    const text = lines.slice(open.line, index).join('\n');
    blocks.push({ page, section, ...open, text, output: null });
    open = null;
  });
  return blocks;
}

function reasonBefore(lines: readonly string[], index: number): string | null {
  const before = lines.slice(0, index).findLast((line) => line.trim() !== '');
  return /^<!-- not run: (.+) -->$/.exec(before ?? '')?.[1] ?? null;
}
