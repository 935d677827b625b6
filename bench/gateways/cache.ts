/** The packages of the other gateways. */
import { join } from 'node:path';
import { Packages } from '../../setup/servers/packages';

/** Source folder: the files that pin the versions are not part of the build. */
const SOURCES = join(__dirname, '..', '..', '..', 'bench', 'gateways');

export function pinnedPackages(name: string, lockfile: string): Packages {
  return new Packages(name, join(SOURCES, name, lockfile));
}
