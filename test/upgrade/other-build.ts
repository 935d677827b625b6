/**
 * This code as another release: its engine functions have another hash, and its contract orders take a
 * step more, behind a patch marker.
 */
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { BUILD, ROOT, buildOnce } from '../support/processes';
import type { Release } from './release';

/** Changed folders of the build; the others are links. Processes find their files from where they are. */
const COPIED = ['processes', 'engine', 'temporal'];
const MARKER = 'another-release';

export interface OtherBuild extends Release {
  remove(): Promise<void>;
}

/** Beside the build itself, because its files name their packages by relative paths. */
export async function otherBuild(): Promise<OtherBuild> {
  await buildOnce();
  const build = join(ROOT, `.dist-other-${process.pid}`);
  await mkdir(build);
  for (const name of await readdir(BUILD)) {
    const [source, target] = [join(BUILD, name), join(build, name)];
    if (!COPIED.includes(name)) await symlink(source, target);
    else await cp(source, target, { recursive: true, filter: isNoMap });
  }
  await change(join(build, 'engine', 'functions', 'prelude.lua'), /$/, '\n-- Another release.\n');
  await change(
    join(build, 'temporal', 'workflow-bundle.js'),
    /async function contractOrder\([^{]*\{/,
    `$& (0, _workflow.patched)('${MARKER}');`,
  );
  const remove = () => rm(build, { recursive: true, force: true });
  return { name: 'another release', build, saysThatItLeaves: true, remove };
}

async function change(file: string, pattern: RegExp, replacement: string): Promise<void> {
  const before = await readFile(file, 'utf8');
  const after = before.replace(pattern, replacement);
  if (after === before) throw new Error(`${file} has nothing like ${pattern}`);
  await writeFile(file, after);
}

function isNoMap(path: string): boolean {
  return extname(path) !== '.map';
}
