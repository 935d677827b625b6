import type { ChildProcess } from 'node:child_process';

const STOPPED_WITHIN_MS = 15_000;

/** A child process, as its starter sees it. */
export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  /** Resolves with how it ended (`code 1`, `signal SIGKILL`), however it came to that. */
  readonly exited: Promise<string>;
  /** Asks it to end, and forces it to when it does not. */
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export function follow(name: string, child: ChildProcess): RunningProcess {
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const forced = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
    await exited;
    clearTimeout(forced);
  };
  return { name, pid: child.pid ?? 0, exited, stop, kill: (signal) => void child.kill(signal) };
}
