/** A copy of the project in which one fault at a time is made. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KeptServers } from './kept-servers.mjs';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const LINKED = ['node_modules', join('console', 'node_modules')];
const ENVIRONMENT = join(ROOT, 'setup', 'mutate', 'first-failure-environment.cjs');
/** A mutation may make its tests wait for ever. */
const LIMIT_MS = 300_000;

export class ScratchCopy {
  constructor(folder) {
    this.folder = folder;
    this.report = join(folder, 'coverage', 'jest.json');
    this.servers = new KeptServers();
  }

  /** Copies the working tree as it is, with its build; packages are linked. */
  static async make() {
    const name = createHash('sha256').update(ROOT).digest('hex').slice(0, 8);
    const folder = join(tmpdir(), `tokenbook-mutations-${name}`);
    await rm(folder, { recursive: true, force: true });
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: ROOT,
    });
    const files = listed
      .toString()
      .split('\0')
      .filter((path) => path && existsSync(join(ROOT, path)));
    for (const path of [...files, 'dist']) await copyInto(folder, path);
    for (const path of LINKED) {
      if (existsSync(join(ROOT, path))) await symlink(join(ROOT, path), join(folder, path));
    }
    // Tests ask git for the files of the project.
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    await mkdir(join(folder, 'coverage'), { recursive: true });
    return new ScratchCopy(folder);
  }

  /**
   * Runs the tests with the mutation until one fails, and undoes it.
   * @returns {Promise<import('./results.mjs').Result>}
   */
  async runMutated({ file, find, replace, tests }) {
    const path = join(this.folder, file);
    const original = await readFile(path, 'utf8');
    await writeFile(
      path,
      original.replace(find, () => replace),
    );
    try {
      for (const test of tests) {
        const { kind, failed } = await this.run(test);
        if (kind === 'failed' || kind === 'endless') return { kind: 'caught', by: test, failed };
        if (kind === 'broken') return { kind };
      }
      return { kind: 'survived' };
    } finally {
      await writeFile(path, original);
    }
  }

  /**
   * @returns {Promise<{
   *   kind: 'passed' | 'failed' | 'endless' | 'broken',
   *   failed: readonly string[],
   * }>} `broken` when no test ran; `failed` is the title of the first failed test
   */
  async run(test) {
    await rm(this.report, { force: true });
    const args = [
      // A failed test leaves servers open, for which jest would wait.
      ...['--json', `--outputFile=${this.report}`, `--env=${ENVIRONMENT}`, '--forceExit'],
      ...['--runTestsByPath', join('test', test)],
    ];
    const code = await finish(
      spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args], {
        cwd: this.folder,
        stdio: 'ignore',
        env: { ...process.env, ...(await this.servers.environment()) },
      }),
    );
    if (code === null) {
      await this.servers.renew();
      return { kind: 'endless', failed: [] };
    }
    if (code === 0) return { kind: 'passed', failed: [] };
    if (!existsSync(this.report)) return { kind: 'broken', failed: [] };
    const { testResults } = JSON.parse(await readFile(this.report, 'utf8'));
    const failed = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName);
    return { kind: failed.length > 0 ? 'failed' : 'broken', failed };
  }

  async close() {
    await this.servers.stop();
  }
}

async function copyInto(folder, path) {
  if (!existsSync(join(ROOT, path))) return;
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  // The build is current as long as its sources have their dates.
  await cp(join(ROOT, path), target, { recursive: true, preserveTimestamps: true });
}

/** @returns {Promise<number | null>} the exit code; null when it did not end in time */
function finish(child) {
  const stop = () => {
    child.kill('SIGTERM');
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  return new Promise((resolve) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGTERM');
    }, LIMIT_MS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
      resolve(isLate ? null : (code ?? 1));
    });
  });
}
