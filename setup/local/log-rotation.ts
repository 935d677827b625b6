/** Logs of `npm start`, each with one earlier file, so that they do not fill a disk. */
import { copyFile, readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

export const LOG_MAX_BYTES = 32 * 1024 * 1024;
const LOOK_MS = 10_000;

/** Looks every ten seconds, until the process ends. */
export function rotateLogs(folder: string): void {
  setTimeout(() => {
    void rotateLarge(folder).finally(() => rotateLogs(folder));
  }, LOOK_MS).unref();
}

/**
 * The process that writes a log keeps its open file, to which it appends: so the file is copied and
 * emptied. Lines between the two are lost. On a full disk it is emptied only, and gives room.
 */
export async function rotateLarge(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.log'))) {
    const file = join(folder, name);
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (size <= LOG_MAX_BYTES) continue;
    await copyFile(file, `${file}.1`).catch(() => undefined);
    await truncate(file).catch(() => undefined);
  }
}
