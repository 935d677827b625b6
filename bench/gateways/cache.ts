/** Where the other gateways are installed: beside the servers that the set-up fetched, never among our own packages. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, cached } from '../../setup/servers/cache';

/** The sources, not the build: what pins the versions is not compiled. */
const SOURCES = join(__dirname, '..', '..', '..', 'bench', 'gateways');
const PACKAGES = 'packages';

export function pinnedBy(...path: string[]): string {
  return join(SOURCES, ...path);
}

/** The folder of a gateway, named after what pins it, so that new versions never meet old files. */
function folderOf(name: string, lockfile: string): string {
  const digest = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  return `${name}-${digest.slice(0, 12)}`;
}

/** @returns the folder of its packages, whether or not they are there */
export function packagesOf(name: string, lockfile: string): string {
  return join(cacheFolder(), folderOf(name, lockfile), PACKAGES);
}

export function arePackagesThere(name: string, lockfile: string): boolean {
  return existsSync(packagesOf(name, lockfile));
}

/** @param install fills the folder that it is given; it becomes visible only when it is whole */
export async function installPackages(
  name: string,
  lockfile: string,
  install: (folder: string) => Promise<void>,
): Promise<void> {
  await cached(cacheFolder(), folderOf(name, lockfile), PACKAGES, install);
}
