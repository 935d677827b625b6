import { spawn } from 'node:child_process';
import { mkdirSync, openSync, closeSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from '../setup-error';
import { type RunningProcess, follow } from './running-process';

const READY_WITHIN_MS = 60_000;

export interface StartOptions {
  readonly name: string;
  readonly binary: string;
  readonly arguments: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** Throws while the server is not ready. */
  readonly check: () => Promise<void>;
  /** 60 s by default. */
  readonly readyWithinMs?: number;
  /** Called immediately, so that the process can be found again after a crash. */
  readonly onSpawn?: ((server: RunningProcess) => void) | undefined;
}

/**
 * Starts a server and waits until it is ready.
 * @throws SetupError with the end of its log when it exits early or is not ready in time
 */
export async function startServerProcess(options: StartOptions): Promise<RunningProcess> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = openSync(options.logFile, 'a');
  const child = spawn(options.binary, options.arguments, {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...options.environment },
    // In a process group of its own: Ctrl-C reaches the supervisor, which ends processes in order.
    detached: true,
  });
  closeSync(log);
  const server = follow(options.name, child);
  options.onSpawn?.(server);
  let running = true;
  void server.exited.then(() => (running = false));
  const deadline = Date.now() + (options.readyWithinMs ?? READY_WITHIN_MS);
  for (;;) {
    const failure = await options.check().then(
      () => null,
      (error: Error) => error,
    );
    if (!failure && running) return server;
    if (!running || Date.now() > deadline) {
      await server.stop();
      const why = running ? `does not serve: ${failure?.message}` : 'ended while starting';
      throw new SetupError(`${options.name} ${why}.\n${tail(options.logFile)}`);
    }
    await delay(50);
  }
}

/** The end of a log, for the message that explains a failed start. */
export function tail(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-8);
  return [...lines.map((line) => `  ${line.slice(0, 300)}`), `  (all of it: ${logFile})`].join(
    '\n',
  );
}
