import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const ENDED_WITHIN_MS = 15_000;

export interface ProcessIdentity {
  readonly pid: number;
  /** Start time. A pid is reused; pid and start time together are not. */
  readonly started: string;
}

/** The process with this pid, or null. */
export async function identify(pid: number): Promise<ProcessIdentity | null> {
  const started = await (process.platform === 'linux' ? startedLinux(pid) : startedElsewhere(pid));
  return started ? { pid, started } : null;
}

export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  return (await identify(identity.pid))?.started === identity.started;
}

/**
 * Ends processes of an earlier run: terminates, waits, then kills. Other processes with a reused
 * pid are not affected.
 */
export async function endProcesses(identities: readonly ProcessIdentity[]): Promise<void> {
  await Promise.all(
    identities.map(async (identity) => {
      if (!(await isRunning(identity))) return;
      signal(identity.pid, 'SIGTERM');
      const deadline = Date.now() + ENDED_WITHIN_MS;
      while (await isRunning(identity)) {
        if (Date.now() > deadline) signal(identity.pid, 'SIGKILL');
        await delay(50);
      }
    }),
  );
}

/** Set in the environment of every process that a supervisor starts, with its folder. */
export const STARTED_FROM = 'TOKENBOOK_STARTED_FROM';

/**
 * Processes that a supervisor of this folder started, found by their environment, including one
 * that was started just before a `kill -9` and is not recorded. Linux only.
 */
export async function startedFrom(folder: string): Promise<ProcessIdentity[]> {
  if (process.platform !== 'linux') return [];
  const mark = `${STARTED_FROM}=${folder}`;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = pids.map(async (pid) => {
    if (pid === process.pid) return null;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    return environment.split('\0').includes(mark) ? identify(pid) : null;
  });
  return (await Promise.all(found)).filter((identity) => identity !== null);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It exited in between.
  }
}

/** Boot and clock tick at which the process started; a zombie counts as ended. */
async function startedLinux(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (!stat) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return state === 'Z' ? null : `${boot.trim()} ${fields[19]}`;
}

async function startedElsewhere(pid: number): Promise<string | null> {
  const shown = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(
    () => null,
  );
  return shown?.stdout.trim() || null;
}
