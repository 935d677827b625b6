/** A file that only its owner can read, from its first byte on. */
import { chmod, rename, writeFile } from 'node:fs/promises';

export async function writePrivately(path: string, content: string): Promise<void> {
  const partial = `${path}.partial-${process.pid}`;
  await writeFile(partial, content, { mode: 0o600 });
  await chmod(partial, 0o600); // whatever a file of that name had before
  await rename(partial, path);
}
