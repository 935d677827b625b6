/** The content of the image and its processes, run as a container runs them, without Docker. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../support/wait';

const ROOT = join(__dirname, '..', '..');
export const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

/** Mounts become read-only for this process alone, which then gives up every right. */
const CONTAINED = [
  'mount -o remount,bind,ro /',
  'for folder in /tmp /var/tmp /run; do mountpoint -q $folder && mount -o remount,bind,ro $folder; done',
  'exec setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all "$@"',
].join('\n');

/** Whether this machine lets us make the mounts of a container. */
export async function canContain(): Promise<boolean> {
  return promisify(execFile)('unshare', unshared('true')).then(
    () => true,
    () => false,
  );
}

const unshared = (...command: string[]) => [
  '--mount',
  '--propagation',
  'private',
  'sh',
  '-c',
  CONTAINED,
  'contained',
  ...command,
];

/** The application folder of the image: what the Dockerfile copies from the build. */
export class ImageFolder {
  private constructor(readonly path: string) {}

  static make(): ImageFolder {
    // The bundles name packages by their place: in a linked worktree, those of another checkout.
    const isLinked = lstatSync(join(ROOT, 'node_modules')).isSymbolicLink();
    const path = mkdtempSync(join(isLinked ? dirname(ROOT) : tmpdir(), 'tokenbook-image-'));
    chmodSync(path, 0o755);
    for (const [, from = '', to = ''] of DOCKERFILE.matchAll(
      /^COPY --from=build \/app\/(\S+) \.\/(\S*)$/gm,
    )) {
      const target = join(path, to === '' ? from : to);
      mkdirSync(dirname(target), { recursive: true });
      if (from === 'node_modules') linkPackages(target);
      else cpSync(join(ROOT, from), target, { recursive: true });
    }
    return new ImageFolder(path);
  }

  /** Runs a command of the image to its end. */
  async run(command: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
    const env = { PATH: process.env.PATH, ...environment };
    const { stdout } = await promisify(execFile)('unshare', unshared(...command), {
      cwd: this.path,
      env,
    });
    return stdout;
  }

  start(command: readonly string[], environment: NodeJS.ProcessEnv): ContainedProcess {
    const env = { PATH: process.env.PATH, ...environment };
    return new ContainedProcess(
      spawn('unshare', unshared(...command), {
        cwd: this.path,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}

/** Those that `npm prune --omit=dev` leaves. */
function linkPackages(target: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>;
  };
  for (const [path, { dev, devOptional, link }] of Object.entries(packages)) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || dev || devOptional || link || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(target, name)), { recursive: true });
    symlinkSync(realpathSync(join(ROOT, path)), join(target, name));
  }
}

export class ContainedProcess {
  private output = '';
  readonly exited: Promise<number | null>;

  constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (data: Buffer) => (this.output += data.toString()));
    child.stderr?.on('data', (data: Buffer) => (this.output += data.toString()));
    this.exited = new Promise((resolve) => {
      child.once('exit', resolve);
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** @throws Error with its output when it ends or is not ready in time */
  async ready(): Promise<void> {
    await until(() => this.output.includes('"msg":"ready"') || this.child.exitCode !== null, {
      what: 'the process to be ready',
    });
    if (this.child.exitCode !== null) throw new Error(this.output);
  }

  /** @returns the exit code */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.exited;
  }
}
