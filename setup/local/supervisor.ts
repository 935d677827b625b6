import { setTimeout as delay } from 'node:timers/promises';
import { lowerPriority } from '../servers/priority';
import type { RunningProcess } from '../servers/running-process';
import { terminal } from './terminal';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** A process that ran this long was healthy: its next exit starts a new count. */
const WELL_AFTER_MS = 60_000;

type Start = () => Promise<RunningProcess>;

/** Starts a process that gives way to its neighbours: chats do not wait for it unless something failed. */
export function inBackground(start: Start): Start {
  return async () => {
    const child = await start();
    lowerPriority(child.pid);
    return child;
  };
}

/** Restarts processes that exit, and stops them in the reverse order of their start. */
export class Supervisor {
  private readonly running = new Map<string, RunningProcess>();
  private readonly spawned = new Set<RunningProcess>();
  private readonly stopped = new AbortController();

  /** @param remember receives the pid of every started process */
  constructor(private readonly remember: (pid: number) => void) {}

  get stopping(): boolean {
    return this.stopped.signal.aborted;
  }

  /** Registers every process as soon as it exists, including one that never becomes ready. */
  readonly spawn = (child: RunningProcess): void => {
    if (child.pid === 0) return;
    this.spawned.add(child);
    this.remember(child.pid);
    void child.exited.then(() => this.spawned.delete(child));
    if (this.stopping) child.kill('SIGTERM');
  };

  /**
   * Starts a process and restarts it whenever it exits.
   * @throws the error of the first `start`; later failures are retried with increasing delays
   */
  async keep(name: string, start: Start): Promise<void> {
    const child = await start();
    this.running.set(name, child);
    void this.watch(name, child, start);
  }

  /** Stops everything in reverse start order. */
  async stop(): Promise<void> {
    this.stopped.abort();
    for (const child of [...this.running.values()].reverse()) await child.stop();
    await Promise.all([...this.spawned].map((child) => child.stop()));
  }

  /** For a user who does not want to wait. */
  killAll(): void {
    for (const child of this.spawned) child.kill('SIGKILL');
  }

  /** Sends a stop request to every running process, without waiting. */
  askAll(): void {
    for (const child of this.spawned) child.kill('SIGTERM');
  }

  private async watch(name: string, first: RunningProcess, start: Start): Promise<void> {
    let child: RunningProcess | null = first;
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.stopping) {
      const startedAt = Date.now();
      const ending = child ? await child.exited : 'no start';
      if (this.stopping) return;
      if (child) terminal.warn(name, `ended (${ending}); starting it again`);
      if (Date.now() - startedAt > WELL_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      await delay(pauseMs, undefined, { signal: this.stopped.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      child = await this.startAgain(name, start);
    }
  }

  private async startAgain(name: string, start: Start): Promise<RunningProcess | null> {
    if (this.stopping) return null;
    try {
      const child = await start();
      this.running.set(name, child);
      terminal.done(name, 'runs again');
      return child;
    } catch (error) {
      if (!this.stopping) terminal.warn(name, (error as Error).message.split('\n')[0] ?? '');
      return null;
    }
  }
}
