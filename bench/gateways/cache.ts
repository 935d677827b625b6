/** Installs other gateways in the cache of the fetched servers, separate from the packages of Tokenbook. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, cached } from '../../setup/servers/cache';

/** Source folder: the files that pin the versions are not part of the build. */
const SOURCES = join(__dirname, '..', '..', '..', 'bench', 'gateways');
const PACKAGES = 'packages';

export function pinnedBy(...path: string[]): string {
  return join(SOURCES, ...path);
}

/** The folder of a gateway, named after its pins, so that versions never share files. */
function folderOf(name: string, lockfile: string): string {
  const digest = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  return `${name}-${digest.slice(0, 12)}`;
}

/** @returns the folder of its packages, whether or not they are installed */
export function packagesOf(name: string, lockfile: string): string {
  return join(cacheFolder(), folderOf(name, lockfile), PACKAGES);
}

export function arePackagesThere(name: string, lockfile: string): boolean {
  return existsSync(packagesOf(name, lockfile));
}

/** @param install fills the given folder, which is moved into place when complete */
export async function installPackages(
  name: string,
  lockfile: string,
  install: (folder: string) => Promise<void>,
): Promise<void> {
  await cached(cacheFolder(), folderOf(name, lockfile), PACKAGES, install);
}
