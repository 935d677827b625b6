/**
 * The file `.env` of the installation. That of another folder is never read: an archive or a
 * repository may bring one, with the address of a stranger.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const names = new Set<string>();

/** Sets the variables that the environment does not have. */
export function readEnvFile(path: string, environment: NodeJS.ProcessEnv): void {
  if (!existsSync(path)) return;
  for (const [name, value] of Object.entries(parseEnv(readFileSync(path, 'utf8')))) {
    if (value === undefined || environment[name] !== undefined) continue;
    environment[name] = value;
    names.add(name);
  }
}

/** Whether a variable is that of the file. */
export function isOfEnvFile(name: string): boolean {
  return names.has(name);
}
