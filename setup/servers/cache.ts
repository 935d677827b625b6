import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { homeFolder } from '../../config/home-folder';

const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** Folder of fetched servers, outside the checkout: a new checkout does not fetch them again. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.TOKENBOOK_CACHE) return environment.TOKENBOOK_CACHE;
  return join(
    environment.XDG_CACHE_HOME || join(homeFolder('TOKENBOOK_CACHE'), '.cache'),
    'tokenbook',
  );
}

/**
 * Creates a file of the cache once. It is written in a folder of its own and then moved into place,
 * so an interrupted fetch leaves no partial file, and concurrent setups do not disturb each other:
 * the later one discards its copy.
 * @param make writes the file to the given path
 */
export async function cached(
  cache: string,
  folder: string,
  file: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  const target = join(cache, folder, file);
  if (existsSync(target)) return target;
  await removeAbandoned(cache);
  const partial = join(cache, `.partial-${randomUUID()}`);
  await mkdir(partial, { recursive: true });
  try {
    await make(join(partial, file));
    await mkdir(join(cache, folder), { recursive: true });
    await rename(join(partial, file), target);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return target;
}

/** Removes files that a killed setup left behind. */
async function removeAbandoned(cache: string): Promise<void> {
  for (const name of await readdir(cache).catch(() => [])) {
    if (!name.startsWith('.partial-')) continue;
    const entry = await stat(join(cache, name)).catch(() => null);
    if (entry && Date.now() - entry.mtimeMs > ABANDONED_AFTER_MS) {
      await rm(join(cache, name), { recursive: true, force: true });
    }
  }
}
