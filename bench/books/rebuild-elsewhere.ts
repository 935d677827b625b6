/** Rebuilds a book in a process of its own, so that its memory is that of the rebuild. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Rebuild } from './rebuild';

const run = promisify(execFile);

export async function rebuildElsewhere(
  name: string,
  environment: Record<string, string>,
): Promise<Rebuild> {
  const script = join(__dirname, 'rebuild.js');
  const { stdout } = await run(process.execPath, [script, name], {
    env: { ...process.env, ...environment },
  });
  return JSON.parse(stdout) as Rebuild;
}
