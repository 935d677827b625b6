/**
 * Prerequisites of every Tokenbook command: a recent Node, the packages of the lockfile, the build.
 * Plain Node on purpose: it runs before `node_modules` exists.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NEEDED = [20, 19];

/**
 * Exits with code 1 and one clear message on failure.
 * @param {{ hasBuild?: boolean }} [options] without a build for commands that read only the sources
 */
export async function bootstrap({ hasBuild = true } = {}) {
  checkNode();
  process.chdir(ROOT);
  const progress = (line) => process.stderr.write(`  ${line}\n`);
  try {
    if (!packagesAreCurrent()) await installPackages(progress);
    if (!hasBuild) return;
    await build();
  } catch (error) {
    process.stderr.write(`\n${error.message}\n`);
    process.exit(1);
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  process.stderr.write(
    `Tokenbook needs Node ${NEEDED.join('.')} or later; this is ${process.version}.\n`,
  );
  process.exit(1);
}

/**
 * Whether npm's installed packages match the lockfile. Dates would not do: a checkout gives the
 * lockfile a new one. Optional packages for other platforms may be missing.
 */
function packagesAreCurrent() {
  const installed = readPackages(join('node_modules', '.package-lock.json'));
  const wanted = readPackages('package-lock.json');
  return Object.entries(wanted).every(([path, { version, optional, devOptional, link }]) => {
    if (path === '' || link) return true;
    const found = installed[path];
    return found ? found.version === version : Boolean(optional || devOptional);
  });
}

function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/** `npm ci` empties `node_modules` first: through a link it would empty another checkout's. */
function isLinked() {
  return lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** In a process that ends: compilers and bundlers hold hundreds of megabytes and a service. */
async function build() {
  const script = join(ROOT, 'setup', 'build.mjs');
  const child = spawn(process.execPath, [script], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(1);
}

function installPackages(progress) {
  if (isLinked()) {
    throw new Error(
      'node_modules is a link, and its packages are not those of package-lock.json. Run "npm ci" in the checkout that it points to, or remove the link.',
    );
  }
  progress('installing the npm packages of package-lock.json');
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['ci', ...flags], { cwd: ROOT, stdio: ['ignore', 2, 2] });
    child.once('error', () => reject(new Error('npm is not on the PATH; it comes with Node.')));
    child.once('exit', (code) => {
      if (code === 0) return resolve();
      reject(new Error('"npm ci" failed (see above). Check the network and the npm registry.'));
    });
  });
}
