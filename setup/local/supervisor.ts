import { setTimeout as delay } from 'node:timers/promises';
import type { RunningProcess } from '../servers/running-process';
import { terminal } from './terminal';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** A process that ran this long was well: its next end starts a new count. */
const WELL_AFTER_MS = 60_000;

type Start = () => Promise<RunningProcess>;

/** Keeps processes running, and ends them in the reverse order of their start. */
export class Supervisor {
  private readonly running = new Map<string, RunningProcess>();
  private readonly spawned = new Set<RunningProcess>();
  private readonly stopped = new AbortController();

  /** @param remember is told the pid of every process that is started */
  constructor(private readonly remember: (pid: number) => void) {}

  get stopping(): boolean {
    return this.stopped.signal.aborted;
  }

  /** To be told of every process as soon as it exists, also of one that never comes to serve. */
  readonly spawn = (child: RunningProcess): void => {
    if (child.pid === 0) return;
    this.spawned.add(child);
    this.remember(child.pid);
    void child.exited.then(() => this.spawned.delete(child));
    if (this.stopping) child.kill('SIGTERM');
  };

  /**
   * Starts a process and starts it again whenever it ends by itself.
   * @throws what `start` throws the first time; later failures are tried again, ever more slowly
   */
  async keep(name: string, start: Start): Promise<void> {
    const child = await start();
    this.running.set(name, child);
    void this.watch(name, child, start);
  }

  /** Ends everything, the last started first. */
  async stop(): Promise<void> {
    this.stopped.abort();
    for (const child of [...this.running.values()].reverse()) await child.stop();
    await Promise.all([...this.spawned].map((child) => child.stop()));
  }

  /** For the user who does not want to wait. */
  killAll(): void {
    for (const child of this.spawned) child.kill('SIGKILL');
  }

  /** Asks everything that still runs to end, and waits for nothing. */
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
