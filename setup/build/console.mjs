/**
 * Builds the web console into `dist/console`: `public/` for the gateway's public port, `operator/`
 * for the operator's. Each file that compresses well is stored compressed beside itself, so that a
 * gateway compresses nothing.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SOURCES = join(ROOT, 'console');
const STAMP = '.sources';
const ENTRIES = ['public', 'operator'];
const COMPRESSED = new Set(['.js', '.css', '.html', '.svg']);
const execute = promisify(execFile);

/** Changes whenever a source of the console is added, removed or written. */
export async function stampOfConsole() {
  const entries = await readdir(SOURCES, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
  files.push(join(ROOT, 'package-lock.json'), fileURLToPath(import.meta.url));
  const lines = await Promise.all(
    files.map(async (file) => `${relative(ROOT, file)} ${(await stat(file)).mtimeMs}`),
  );
  return lines.toSorted().join('\n');
}

/** The stamp of the console in a folder; null when there is none. */
export async function stampOfBuilt(folder) {
  const path = join(folder, STAMP);
  return existsSync(path) ? readFile(path, 'utf8') : null;
}

/**
 * @param {string} target the folder to build
 * @param {string} stamp of the sources
 * @param {string} built a console that is copied when it has the same stamp
 */
export async function buildConsole(target, stamp, built) {
  await rm(target, { recursive: true, force: true });
  if ((await stampOfBuilt(built)) === stamp) {
    await cp(built, target, { recursive: true });
    return;
  }
  for (const entry of ENTRIES) await bundle(entry, join(target, entry));
  await compressAll(target);
  await writeFile(join(target, STAMP), stamp);
}

/** A process of its own: the bundler follows NODE_ENV, which a test sets otherwise. */
async function bundle(entry, folder) {
  const manifest = createRequire(import.meta.url).resolve('vite/package.json');
  const vite = join(dirname(manifest), 'bin', 'vite.js');
  const args = [vite, 'build', '--mode', entry, '--outDir', folder, '--logLevel', 'warn'];
  const env = { ...process.env, NODE_ENV: 'production' };
  await execute(process.execPath, args, { cwd: SOURCES, env }).catch((error) => {
    throw new Error(`The build of the console failed:\n${error.stderr || error.message}`);
  });
}

async function compressAll(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && COMPRESSED.has(extname(entry.name)))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const content = await readFile(path);
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, brotli));
      }),
  );
}
