/** Packages of other programs, in the cache of the fetched servers, separate from those of Tokenbook. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Progress } from '../setup-error';
import { cacheFolder, cached } from './cache';
import { run } from './command';

const INSTALLED = 'packages';
const LONGEST_INSTALLATION_MS = 60 * 60 * 1000;

export class Packages {
  /** @param pins a `requirements.txt` with hashes, or a `package-lock.json` beside its `package.json` */
  constructor(
    private readonly name: string,
    private readonly pins: string,
    /** For packages of Python. */
    private readonly interpreter = 'python3',
  ) {}

  /** Whether or not they are installed. */
  get folder(): string {
    return join(cacheFolder(), this.cachedAs, INSTALLED);
  }

  get areThere(): boolean {
    return existsSync(this.folder);
  }

  /** Fills a folder, which is moved into place when it is complete. */
  async install(progress: Progress): Promise<void> {
    const fill = basename(this.pins) === 'package-lock.json' ? this.withNpm : this.withPip;
    await cached(cacheFolder(), this.cachedAs, INSTALLED, (folder) =>
      fill.call(this, folder, progress),
    );
  }

  /** @returns the pinned version; null for a package that is not there */
  versionOf(name: string): string | null {
    const pins = readFileSync(this.pins, 'utf8');
    if (basename(this.pins) === 'package-lock.json') {
      return JSON.parse(pins).packages[`node_modules/${name}`]?.version ?? null;
    }
    return (
      pins
        .split('\n')
        .find((line) => line.startsWith(`${name}==`))
        ?.split(/==|\s/)[1] ?? null
    );
  }

  /** Named after its pins, so that versions never share files. */
  private get cachedAs(): string {
    const digest = createHash('sha256').update(readFileSync(this.pins)).digest('hex');
    return `${this.name}-${digest.slice(0, 12)}`;
  }

  private async withPip(folder: string, progress: Progress): Promise<void> {
    const flags = [
      '--quiet',
      '--no-input',
      '--disable-pip-version-check',
      '--only-binary',
      ':all:',
      // The file is complete. pip's resolver refuses a pinned package that another one asks for with an extra.
      '--no-deps',
    ];
    const source = ['--require-hashes', '--requirement', this.pins, '--target', folder];
    await run(this.interpreter, ['-m', 'pip', 'install', ...flags, ...source], {
      progress,
      timeoutMs: LONGEST_INSTALLATION_MS,
    });
  }

  /** Install scripts of packages are disabled. */
  private async withNpm(folder: string, progress: Progress): Promise<void> {
    await mkdir(folder);
    for (const file of ['package.json', 'package-lock.json']) {
      await cp(join(dirname(this.pins), file), join(folder, file));
    }
    const flags = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];
    await run('npm', ['ci', '--prefix', folder, ...flags], { progress });
  }
}
