import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `package.json` is one folder above this file in the sources, two in the build. */
const FOLDERS = [join(__dirname, '..'), join(__dirname, '..', '..')];

/** The version of this release. `package.json` is the only place that states it. */
export const VERSION = readVersion();

/** The version of the API: the `/v1` of the paths. Every description declares it. */
export const API_VERSION = '1.0.0';

function readVersion(): string {
  const path = FOLDERS.map((folder) => join(folder, 'package.json')).find((one) => existsSync(one));
  if (path === undefined) throw new Error('There is no package.json beside the build');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
