/** The interpreter for the example in Python. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** As the example's header says it. */
export const PACKAGE = 'openai==3.22.1';

export interface Python {
  readonly interpreter: string;
  readonly hasPackage: boolean;
}

/**
 * Python as it is on this machine. With `TOKENBOOK_TEST_PYTHON` naming an interpreter, that one; and
 * when it lacks the package, an environment of its own is made from it, in which pip installs it.
 */
export async function findPython(): Promise<Python> {
  const named = process.env.TOKENBOOK_TEST_PYTHON;
  const interpreter = named ?? 'python3';
  if (await hasPackage(interpreter)) return { interpreter, hasPackage: true };
  if (!named) return { interpreter, hasPackage: false };
  const home = join(tmpdir(), `tokenbook-${PACKAGE.replace('==', '-')}`);
  const own = join(home, 'bin', 'python3');
  if (!existsSync(own) || !(await hasPackage(own))) {
    await run(named, ['-m', 'venv', home]);
    await run(own, ['-m', 'pip', 'install', '--quiet', PACKAGE]);
  }
  return { interpreter: own, hasPackage: true };
}

async function hasPackage(interpreter: string): Promise<boolean> {
  return run(interpreter, ['-c', 'import openai']).then(
    () => true,
    () => false,
  );
}
