/**
 * Builds `dist/`: swc compiles the TypeScript file by file (`npm run typecheck` checks types
 * separately), other files are copied, the workflows are bundled, each process becomes one file,
 * the pages of the documentation are written, and the console is built. Pages and console are made
 * anew alone when only their own sources have changed. Run by hand as `npm run build`; `npm start` and the tests run it when a source has changed.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { buildConsole, stampOfBuilt, stampOfConsole } from './build/console.mjs';
import { buildDocs, stampOfDocs } from './build/docs.mjs';
import { bundleProcesses } from './build/bundle-processes.mjs';
import { withLock } from './build/lock.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, '.sources');
const CONSOLE = join(DIST, 'console');
const DOCS = join(DIST, 'docs');
const ASSETS = new Set(['.lua', '.json', '.yaml', '.html', '.css', '.svg', '.js', '.md']);
const ROOMS = [
  'activities',
  'api',
  'bench',
  'channel',
  'cli',
  'config',
  'domain',
  'engine',
  'exchange',
  'followers',
  'fairness',
  'processes',
  'records',
  'setup',
  'temporal',
  'workflows',
];

const execute = promisify(execFile);

/** Builds unless `dist/` is up to date with the sources. */
async function buildWhenNeeded(progress = () => {}) {
  if (await isCurrent()) return;
  await withLock(join(ROOT, 'node_modules', '.cache', 'tokenbook-build.lock'), async () => {
    if (await isCurrent()) return;
    progress('building');
    const sources = await listSources();
    const stamp = await stampOf(sources);
    if (stamp !== (await writtenStamp())) return build(sources, stamp);
    if (!(await isConsoleCurrent())) await replacePart(CONSOLE, writeConsole);
    if (!(await isDocsCurrent())) await replacePart(DOCS, (fresh) => writeDocs(DIST, fresh));
  });
}

async function isCurrent() {
  const stamp = await stampOf(await listSources());
  if (stamp !== (await writtenStamp())) return false;
  return (await isConsoleCurrent()) && (await isDocsCurrent());
}

async function isConsoleCurrent() {
  return (await stampOfConsole()) === (await stampOfBuilt(CONSOLE));
}

async function isDocsCurrent() {
  return (await stampOfDocs()) === (await stampOfBuilt(DOCS));
}

/** Builds next to `dist/` and then replaces it: processes never see a partial build. */
async function build(sources, stamp) {
  const fresh = join(ROOT, `.dist-${process.pid}`);
  try {
    await compile(sources, fresh);
    for (const file of sources) {
      if (!ASSETS.has(extname(file)) || dirname(file) === ROOT) continue;
      const target = join(fresh, relative(ROOT, file));
      await mkdir(dirname(target), { recursive: true });
      await cp(file, target);
    }
    await bundleWorkflows(fresh);
    await bundleProcesses(fresh);
    await writeDocs(fresh, join(fresh, 'docs'));
    await writeConsole(join(fresh, 'console'));
    await writeFile(join(fresh, '.sources'), stamp);
    await replace(DIST, fresh);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function writeConsole(folder) {
  await buildConsole(folder, await stampOfConsole(), CONSOLE);
}

async function writeDocs(compiled, folder) {
  await buildDocs(compiled, folder, await stampOfDocs());
}

async function replacePart(folder, write) {
  const fresh = join(ROOT, `.dist-${process.pid}`);
  try {
    await write(fresh);
    await replace(folder, fresh);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function replace(folder, fresh) {
  const old = `${fresh}-old`;
  if (existsSync(folder)) await rename(folder, old);
  await rename(fresh, folder);
  await rm(old, { recursive: true, force: true });
}

/**
 * Modules as Node runs them: `import()` is preserved, because it loads modules that `require`
 * cannot.
 */
const COMPILER_OPTIONS = {
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
  // The annotation tells ES modules (setup/*.mjs) which names a module exports.
  module: { type: 'commonjs', ignoreDynamic: true, exportInteropAnnotation: true },
};

async function compile(sources, folder) {
  const { transformFile } = await import('@swc/core');
  const modules = sources.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
  await Promise.all(
    modules.map(async (file) => {
      const target = join(folder, relative(ROOT, file).replace(/\.ts$/, '.js'));
      const sourceFileName = relative(dirname(target), file);
      const options = { ...COMPILER_OPTIONS, sourceFileName };
      const { code, map } = await transformFile(file, options).catch((error) => {
        throw new Error(`The build failed:\n${error.message}`);
      });
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
      await writeFile(`${target}.map`, map);
    }),
  );
}

async function bundleWorkflows(folder) {
  const script = join(folder, 'temporal', 'build-bundle.js');
  if (!existsSync(script)) return;
  await execute(process.execPath, [script], { cwd: ROOT }).catch((error) => {
    throw new Error(`The workflow bundle failed:\n${error.stderr || error.message}`);
  });
}

/** Lists the source files of the build. */
async function listSources() {
  const files = [
    join(ROOT, 'package-lock.json'),
    join(ROOT, 'setup', 'build', 'bundle-processes.mjs'),
    fileURLToPath(import.meta.url),
  ];
  for (const room of ROOMS.filter((name) => existsSync(join(ROOT, name)))) {
    const entries = await readdir(join(ROOT, room), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const kind = extname(entry.name);
      if (entry.isFile() && (kind === '.ts' || ASSETS.has(kind))) {
        files.push(join(entry.parentPath, entry.name));
      }
    }
  }
  return files.toSorted((one, other) => (one < other ? -1 : 1));
}

/** Changes whenever a source is added, removed or written. */
async function stampOf(files) {
  const lines = await Promise.all(
    files.map(async (file) => `${relative(ROOT, file)} ${(await stat(file)).mtimeMs}`),
  );
  return lines.join('\n');
}

async function writtenStamp() {
  return existsSync(STAMP) ? readFile(STAMP, 'utf8') : null;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildWhenNeeded((line) => process.stderr.write(`  ${line}\n`)).catch((error) => {
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  });
}
