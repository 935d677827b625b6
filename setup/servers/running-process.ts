import type { ChildProcess } from 'node:child_process';

/** Of a server; Tokenbook's own processes say how long they may take. */
const STOPPED_WITHIN_MS = 15_000;

/** A child process, as its starter sees it. */
export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  /** Resolves when the process exits, with `code 1` or `signal SIGKILL`, for example. */
  readonly exited: Promise<string>;
  /** Terminates the process, and kills it when it does not exit. */
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export function follow(
  name: string,
  child: ChildProcess,
  stoppedWithinMs = STOPPED_WITHIN_MS,
): RunningProcess {
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const forced = setTimeout(() => child.kill('SIGKILL'), stoppedWithinMs);
    await exited;
    clearTimeout(forced);
  };
  return { name, pid: child.pid ?? 0, exited, stop, kill: (signal) => void child.kill(signal) };
}
