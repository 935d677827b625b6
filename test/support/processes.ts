import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { settingsSchema } from '../../config/schema';
import type { Settings } from '../../config/settings';

const READY_WITHIN_MS = 120_000;
const SETPRIV = '/usr/bin/setpriv';
/** A killed or interrupted run leaves no process behind, where Linux can promise it. */
const ENDED_WITH_THE_TESTS = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', '--'] : [];

export interface TestProcess {
  readonly pid: number;
  /** Public port of a gateway; 0 for the others. */
  readonly port: number;
  readonly adminPort: number;
  /** Port of a worker or a relay with a `HEALTH_PORT`; 0 for the others. */
  readonly healthPort: number;
  readonly alive: boolean;
  /** Exit code, or null after a signal. */
  readonly exited: Promise<number | null>;
  /** The process's log so far. */
  output(): string;
  /** Sends a signal and waits until the process exits. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export const ROOT = join(__dirname, '..', '..');
export const BUILD = join(ROOT, 'dist');
let built: Promise<unknown> | undefined;

export type ProcessName = 'gateway' | 'worker' | 'relay';

/**
 * Starts one of Tokenbook's processes from the build, and waits until it is ready.
 * @param build of another release, which is up to date
 */
export async function startProcess(
  name: ProcessName,
  settings: Settings,
  environment: NodeJS.ProcessEnv = {},
  build = BUILD,
): Promise<TestProcess> {
  if (build === BUILD) await buildOnce();
  const script = join(build, 'processes', `${name}.js`);
  const [command, ...args] = [...ENDED_WITH_THE_TESTS, process.execPath, script];
  const child = spawn(command!, args, {
    cwd: dirname(build),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH, ...environmentOf(settings), ...environment },
  });
  let output = '';
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (output += data.toString()));
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const ready = await waitForReady(child, exited).catch((error: Error) => {
    child.kill('SIGKILL');
    throw new Error(`${name} ${error.message}; it said:\n${output.slice(-4_000)}`);
  });
  return {
    pid: child.pid ?? 0,
    port: ready.port ?? 0,
    adminPort: ready.adminPort ?? 0,
    healthPort: ready.healthPort ?? 0,
    get alive() {
      return child.exitCode === null && child.signalCode === null;
    },
    exited,
    output: () => output,
    kill: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await exited;
    },
  };
}

/** Builds when a source has changed since the last build. */
export async function buildOnce(): Promise<void> {
  built ??= promisify(execFile)(process.execPath, [join(ROOT, 'setup', 'build.mjs')]);
  await built;
}

interface Ready {
  readonly ready: true;
  readonly port?: number;
  readonly adminPort?: number;
  readonly healthPort?: number;
}

function waitForReady(child: ChildProcess, exited: Promise<number | null>): Promise<Ready> {
  return new Promise<Ready>((resolve, reject) => {
    const late = () => reject(new Error(`was not ready after ${READY_WITHIN_MS} ms`));
    const timer = setTimeout(late, READY_WITHIN_MS);
    child.on('message', (message: Partial<Ready>) => {
      if (message.ready) resolve(message as Ready);
    });
    void exited.then((code) => reject(new Error(`ended with ${code} before it was ready`)));
    void exited.finally(() => clearTimeout(timer));
    child.once('message', () => clearTimeout(timer));
  });
}

/** The environment from which `loadSettings` recreates the same settings. */
export function environmentOf(settings: Settings): Record<string, string> {
  const values: [string, unknown][] = Object.keys(settingsSchema.shape).map((name) => [
    name,
    settings[name as keyof Settings],
  ]);
  const { secrets } = settings;
  return {
    ...Object.fromEntries(
      values
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    ),
    MONGODB_URI: settings.mongoUri,
    REDIS_URL: settings.redisUrl,
    TEMPORAL_ADDRESS: settings.temporalAddress,
    TEMPORAL_UI_URL: settings.temporalUiUrl,
    TOKENBOOK_OPERATOR_TOKEN: secrets.operatorToken,
    KEY_PEPPER: secrets.keyPepper,
    PAYLOAD_KEYS: secrets.payloadKeys.map((key) => key.toString('base64')).join(','),
    SIGNING_KEY: [secrets.signingKey, ...secrets.otherSigningKeys]
      .map((key) => key.toString('base64'))
      .join(','),
  };
}
