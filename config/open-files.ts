/** How many files and connections a process may have open. */
import { readFileSync } from 'node:fs';

const LIMITS_FILE = '/proc/self/limits';

/** Of them for clients: a gateway needs the others for its stores and sellers. */
export const SHARE_OF_CLIENTS = 1 / 2;

/** At the same time; infinite where the system does not say. */
export function openFilesMax(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync(LIMITS_FILE, 'utf8'))?.[1];
    return soft === undefined ? Infinity : Number.parseInt(soft, 10);
  } catch {
    return Infinity;
  }
}
