import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError } from '../setup-error';
import { type RunningProcess, follow } from '../servers/running-process';
import { tail } from '../servers/server-process';

const READY_WITHIN_MS = 60_000;
const DIST = join(__dirname, '..', '..');

interface PartOptions {
  readonly name: string;
  /** Script of the build, for example `processes/gateway.js`. */
  readonly script: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** How long it may take to end when it is asked to. */
  readonly stoppedWithinMs?: number;
  readonly onSpawn: (part: RunningProcess) => void;
}

/**
 * Starts one of Tokenbook's own processes and waits until it reports readiness.
 * @throws SetupError with the end of its log when it ends before that, or takes too long
 */
export async function startPart(options: PartOptions): Promise<RunningProcess> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = openSync(options.logFile, 'a');
  const script = join(DIST, options.script);
  const child = spawn(process.execPath, ['--enable-source-maps', script], {
    stdio: ['ignore', log, log, 'ipc'],
    // Ctrl-C reaches the supervisor alone, which ends processes in order.
    detached: true,
    env: options.environment,
  });
  closeSync(log);
  const part = follow(options.name, child, options.stoppedWithinMs);
  options.onSpawn(part);
  const outcome = await Promise.race([ready(child), part.exited, tooLate()]);
  if (outcome === 'ready') return part;
  await part.stop();
  const why = outcome === 'late' ? 'was not ready in time' : `ended while starting (${outcome})`;
  throw new SetupError(`The ${options.name} ${why}.\n${tail(options.logFile)}`);
}

function ready(child: ChildProcess): Promise<'ready'> {
  return new Promise((resolve) => {
    child.on('message', (message: { ready?: boolean }) => {
      if (message.ready) resolve('ready');
    });
  });
}

function tooLate(): Promise<'late'> {
  return new Promise((resolve) => void setTimeout(resolve, READY_WITHIN_MS, 'late').unref());
}
