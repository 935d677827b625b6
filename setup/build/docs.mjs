/** Writes the pages of the documentation into `dist/docs`, for the gateway to serve. */
import { execFile } from 'node:child_process';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** What the pages are made of besides the modules of the build. */
const SOURCES = ['docs', 'console/src/design', 'console/src/shell'];
const STAMP = '.sources';

/** Changes whenever a page, an image or a style is added, removed or written. */
export async function stampOfDocs() {
  const lines = [];
  for (const folder of SOURCES) {
    const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter(
      (one) => one.isFile() && /\.(?:md|png|css|svg)$/.test(one.name),
    )) {
      const file = join(entry.parentPath, entry.name);
      lines.push(`${relative(ROOT, file)} ${(await stat(file)).mtimeMs}`);
    }
  }
  return lines.toSorted().join('\n');
}

/**
 * @param {string} build the compiled modules
 * @param {string} target the folder to write
 * @param {string} stamp of the sources
 */
export async function buildDocs(build, target, stamp) {
  await rm(target, { recursive: true, force: true });
  const script = join(build, 'api', 'docs', 'site', 'build.js');
  await promisify(execFile)(process.execPath, [script, ROOT, target], { cwd: ROOT }).catch(
    (error) => {
      throw new Error(`The documentation failed:\n${error.stderr || error.message}`);
    },
  );
  await writeFile(join(target, STAMP), stamp);
}
