/** The files of a built console, held in memory: a request never names a path of the disk. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Mode } from '../../domain/mode';
import { type StaticFile, hasMediaType, staticFile } from '../middleware/static-file';

/** `public` for everybody; `operator` for the operator's port only. */
export type ConsoleEntry = 'public' | 'operator';

export interface ConsoleFiles {
  readonly page: StaticFile;
  /** By their path below `/console/`. Their names change with their content. */
  readonly assets: ReadonlyMap<string, StaticFile>;
}

/** Beside the compiled modules: `dist/console`. */
const FOLDER = join(__dirname, '..', '..', 'console');

const PAGES: Readonly<Record<ConsoleEntry, string>> = {
  public: 'index.html',
  operator: 'operator.html',
};

/** @throws Error when the console is not built */
export function readConsole(entry: ConsoleEntry, mode: Mode): ConsoleFiles {
  const folder = join(FOLDER, entry);
  const paths = pathsOf(folder);
  const files = new Map(
    paths
      .filter(hasMediaType)
      .map((path) => [path.replaceAll('\\', '/'), readOne(folder, path, paths)]),
  );
  const page = files.get(PAGES[entry]);
  if (!page) throw new Error(`The console is not built (${folder}): run "npm run build".`);
  files.delete(PAGES[entry]);
  return { page: mode === 'test' ? markedPage(page) : page, assets: files };
}

/** Names test mode in the page: it shows it before it has asked for anything. */
function markedPage({ content }: StaticFile): StaticFile {
  const html = content.identity.toString('utf8').replace('<html', '<html data-mode="test"');
  return staticFile('index.html', { identity: Buffer.from(html) });
}

function pathsOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

function readOne(folder: string, path: string, paths: readonly string[]): StaticFile {
  const compressed = (ending: string) =>
    paths.includes(path + ending) ? readFileSync(join(folder, path + ending)) : null;
  const br = compressed('.br');
  const gzip = compressed('.gz');
  const identity = readFileSync(join(folder, path));
  return staticFile(path, { identity, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) });
}
