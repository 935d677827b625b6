/** An example as a process of its own, run as its header tells, and what it prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '../support/wait';

const ROOT = join(__dirname, '..', '..');

export interface Finished {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs an example to its end. @param command an interpreter and the file below `examples/` */
export async function runExample(
  command: readonly [interpreter: string, file: string],
  environment: Record<string, string>,
): Promise<Finished> {
  const child = start(command, environment);
  const exited = codeOf(child);
  const [output, errors] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  return { code: await exited, output, errors };
}

export interface Running {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  readonly exited: Promise<number | null>;
  /** Waits until it has printed such a line, after the first `from` ones, and gives it. */
  says(line: RegExp, from?: number): Promise<string>;
  /** Ends it as an operator does, and waits for its end. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts an example that goes on until it is ended. */
export function startExample(
  command: readonly [interpreter: string, file: string],
  environment: Record<string, string>,
): Running {
  const child = start(command, environment);
  const exited = codeOf(child);
  const lines: string[] = [];
  let rest = '';
  const read = (data: Buffer) => {
    const parts = (rest + String(data)).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  };
  child.stdout!.on('data', read);
  child.stderr!.on('data', read);
  return {
    child,
    lines,
    exited,
    says: (line, from = 0) =>
      until(() => lines.slice(from).find((one) => line.test(one)), {
        what: `${String(line)} of the example`,
      }).catch((error: Error) => {
        throw new Error(`${error.message}; it said:\n${lines.join('\n')}`);
      }),
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
}

function start(
  [interpreter, file]: readonly [string, string],
  environment: Record<string, string>,
): ChildProcess {
  return spawn(interpreter, [join('examples', file)], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function codeOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
}
