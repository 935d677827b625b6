import { type ChildProcess, execFile } from 'node:child_process';
import { type Progress, SetupError } from '../setup-error';

const STILL_RUNNING_EVERY_MS = 10_000;

const running = new Set<ChildProcess>();
// Ends fetches together with this process.
process.once('exit', () => running.forEach((child) => child.kill()));

interface RunOptions {
  readonly progress?: Progress;
  readonly timeoutMs?: number;
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * Runs a command and returns its output; reports regularly that it still runs.
 * @throws SetupError with the last lines that the command printed
 */
export function run(
  command: string,
  arguments_: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const startedAt = Date.now();
  const ticking = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    options.progress?.(`still running after ${seconds} s`);
  }, STILL_RUNNING_EVERY_MS);
  return new Promise<string>((resolve, reject) => {
    const environment = { ...process.env, ...options.environment };
    const limits = { timeout: options.timeoutMs ?? 600_000, maxBuffer: 16_000_000 };
    const settings = { ...limits, env: environment };
    const child = execFile(command, arguments_, settings, (error, stdout, stderr) => {
      running.delete(child);
      if (!error) return resolve(stdout);
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const lines = `${stdout}\n${stderr}`.trim().split('\n').slice(-6);
      const begin = [command, ...arguments_.slice(0, 3)].join(' ');
      const failed = `"${begin} ..." failed: ${lines.at(-1)}\n${lines.slice(0, -1).join('\n')}`;
      reject(new SetupError(missing ? `${command} is not installed` : failed.trim()));
    });
    running.add(child);
  }).finally(() => clearInterval(ticking));
}
