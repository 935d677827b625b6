/** Installs system packages: the libraries of mongod, and the tests' browser. */
import { existsSync } from 'node:fs';
import { type Progress, SetupError } from '../setup-error';
import { run } from './command';

const QUIET = { environment: { DEBIAN_FRONTEND: 'noninteractive' } };

/** @throws SetupError that names the command to run, when this process may not run it */
export async function installChromium(progress: Progress): Promise<void> {
  if (canInstall()) return install('chromium', progress);
  throw new SetupError(
    'Chromium is not installed; the tests of the console run in it.',
    [
      'Install it, then start again:',
      '  Debian           sudo apt-get install chromium',
      '  Fedora           sudo dnf install chromium',
      '  macOS            brew install --cask chromium',
      'or name a Chromium of your own in CHROMIUM_BINARY.',
    ].join('\n'),
  );
}

/** The fetched mongod is linked against libcurl 4 and OpenSSL 3. */
export async function ensureMongodLibraries(mongod: string, progress: Progress): Promise<void> {
  if (process.platform !== 'linux') return;
  const linked = await run('ldd', [mongod]).catch(() => '');
  const missing = [...linked.matchAll(/(\S+) => not found/g)].map((match) => match[1] ?? '');
  if (missing.length === 0) return;
  if (canInstall()) return install('libcurl4 libssl3 liblzma5', progress);
  throw new SetupError(
    `mongod needs libraries that this system lacks: ${missing.join(', ')}.`,
    [
      'Install them, then start again:',
      '  Debian, Ubuntu   sudo apt-get install libcurl4 libssl3',
      '  Fedora           sudo dnf install libcurl openssl-libs',
      'or name a mongod of your own in MONGOD_BINARY.',
    ].join('\n'),
  );
}

let installing: Promise<unknown> = Promise.resolve();

/** Sequential: apt-get runs once at a time. */
function install(packages: string, progress: Progress): Promise<void> {
  const turn = installing.then(async () => {
    progress(`installing ${packages} with apt-get`);
    await run('apt-get', ['update', '-qq'], { ...QUIET, progress });
    const flags = ['-o', 'DPkg::Lock::Timeout=120', '-y', '-qq', '--no-install-recommends'];
    await run('apt-get', ['install', ...flags, ...packages.split(' ')], { ...QUIET, progress });
  });
  installing = turn.catch(() => undefined);
  return turn;
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}
