/** Another release of the code beside this one: from a commit, with its own packages and its own build. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../setup/servers/cache';
import { ROOT, buildOnce } from '../support/processes';

const execute = promisify(execFile);
/** Written last: a folder without it is a build that was interrupted. */
const COMPLETE = '.complete';
const VERSION_HEADING = /^## \[(\d+\.\d+\.\d+)\]/gm;

export interface Release {
  readonly name: string;
  /** The folder of its compiled modules. */
  readonly build: string;
  /** Whether its gateways tell their load balancer that they leave (`SHUTDOWN_DELAY_MS`). */
  readonly saysThatItLeaves: boolean;
}

export async function thisRelease(): Promise<Release> {
  await buildOnce();
  return releaseIn('this release', ROOT);
}

/** @param ref a commit; by default that at which the newest release before this commit was made */
export async function releaseAt(ref?: string): Promise<Release> {
  const commit = ref ? await commitOf(ref) : await commitOfNewestRelease();
  const folder = join(cacheFolder(), 'releases', commit);
  if (!existsSync(join(folder, COMPLETE))) await makeRelease(commit, folder);
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return releaseIn(`${version} (${commit.slice(0, 7)})`, folder);
}

async function releaseIn(name: string, folder: string): Promise<Release> {
  const settings = await readFile(join(folder, 'config', 'schema.ts'), 'utf8');
  return {
    name,
    build: join(folder, 'dist'),
    saysThatItLeaves: settings.includes('SHUTDOWN_DELAY_MS'),
  };
}

async function makeRelease(commit: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const extract = 'git archive --format=tar "$0" | tar -x -C "$1"';
  await execute('sh', ['-c', extract, commit, folder], { cwd: ROOT });
  await givePackages(folder);
  await execute(process.execPath, [join(folder, 'setup', 'build.mjs')], { cwd: folder });
  await writeFile(join(folder, COMPLETE), '');
}

/** The packages of its lockfile; those of this release where the lockfile is the same. */
async function givePackages(folder: string): Promise<void> {
  const [own, ours] = await Promise.all(
    [folder, ROOT].map((root) => readFile(join(root, 'package-lock.json'), 'utf8')),
  );
  const packages = join(folder, 'node_modules');
  if (own === ours) return symlink(await realpath(join(ROOT, 'node_modules')), packages);
  const flags = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  await execute('npm', ['ci', ...flags, '--loglevel=error'], { cwd: folder });
}

/** A tag where there is one; else the commit that gave the section of the changelog its version. */
async function commitOfNewestRelease(): Promise<string> {
  const changelog = await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const present = await commitOf('HEAD');
  for (const [heading, version] of changelog.matchAll(VERSION_HEADING)) {
    const commit = await commitOf(`v${version}`).catch(() => commitThatAdded(heading));
    if (commit && commit !== present) return commit;
  }
  throw new Error('No release is in the history: name a commit with --from.');
}

async function commitOf(ref: string): Promise<string> {
  return git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
}

async function commitThatAdded(heading: string): Promise<string | undefined> {
  const log = await git('log', '--reverse', '--format=%H', `-S${heading}`, '--', 'CHANGELOG.md');
  return log.split('\n').find(Boolean);
}

async function git(...args: string[]): Promise<string> {
  return (await execute('git', args, { cwd: ROOT })).stdout.trim();
}
