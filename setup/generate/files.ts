import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Content by path. */
type Files = Readonly<Record<string, string>>;

/** Paths of missing files and of files with other content. */
export function listStale(files: Files): string[] {
  return Object.keys(files).filter((path) => read(path) !== files[path]);
}

/**
 * Writes stale files.
 * @returns their paths
 */
export function writeStale(files: Files): string[] {
  const stale = listStale(files);
  for (const path of stale) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, files[path] ?? '');
  }
  return stale;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
