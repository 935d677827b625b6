/** The files of a built console, held in memory: a request never names a path of the disk. */
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Mode } from '../../domain/mode';
import { tagOf } from '../middleware/cacheable';

/** `public` for everybody; `operator` for the operator's port only. */
export type ConsoleEntry = 'public' | 'operator';

export interface ConsoleFile {
  readonly type: string;
  readonly tag: string;
  /** The content by its encoding; `identity` is always there. */
  readonly content: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer };
}

export type Encoding = 'br' | 'gzip' | 'identity';

export interface ConsoleFiles {
  readonly page: ConsoleFile;
  /** By their path below `/console/`. Their names change with their content. */
  readonly assets: ReadonlyMap<string, ConsoleFile>;
}

/** Beside the compiled modules: `dist/console`. */
const FOLDER = join(__dirname, '..', '..', 'console');

const PAGES: Readonly<Record<ConsoleEntry, string>> = {
  public: 'index.html',
  operator: 'operator.html',
};

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** @throws Error when the console is not built */
export function readConsole(entry: ConsoleEntry, mode: Mode): ConsoleFiles {
  const folder = join(FOLDER, entry);
  const paths = pathsOf(folder);
  const files = new Map(
    paths
      .filter((path) => extname(path) in TYPES)
      .map((path) => [path.replaceAll('\\', '/'), readOne(folder, path, paths)]),
  );
  const page = files.get(PAGES[entry]);
  if (!page) throw new Error(`The console is not built (${folder}): run "npm run build".`);
  files.delete(PAGES[entry]);
  return { page: mode === 'test' ? markedPage(page) : page, assets: files };
}

/** Names test mode in the page: it shows it before it has asked for anything. */
function markedPage({ type, content }: ConsoleFile): ConsoleFile {
  const html = content.identity.toString('utf8').replace('<html', '<html data-mode="test"');
  return { type, tag: tagOf(html), content: { identity: Buffer.from(html) } };
}

function pathsOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

function readOne(folder: string, path: string, paths: readonly string[]): ConsoleFile {
  const identity = readFileSync(join(folder, path));
  const compressed = (ending: string) =>
    paths.includes(path + ending) ? readFileSync(join(folder, path + ending)) : null;
  const br = compressed('.br');
  const gzip = compressed('.gz');
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    tag: tagOf(identity.toString('base64')),
    content: { identity, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
  };
}
