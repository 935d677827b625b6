/** Processor load by process, which shows whether a row is slow because the processors are saturated. */
import { readFileSync, readdirSync } from 'node:fs';
import os from 'node:os';
import { processorTimeMs } from '../../bench/measure/processor-time';

/**
 * Hundredths of one processor, by name of process; `others` are programs outside the run. `machine`
 * is in hundredths of all processors.
 */
export type Shares = Readonly<Record<string, number>>;

interface Sample {
  readonly at: number;
  readonly busy: number;
  readonly total: number;
  readonly byName: ReadonlyMap<string, number>;
}

export class ProcessorWatch {
  private last: Sample;

  constructor(private readonly pids: () => Readonly<Record<string, readonly number[]>>) {
    this.last = this.sample();
  }

  /** Load since the previous call. */
  take(): Shares {
    const [before, now] = [this.last, this.sample()];
    this.last = now;
    const elapsedMs = now.at - before.at;
    const shares = [...now.byName].map(([name, usedMs]): [string, number] => [
      name,
      Math.round((100 * (usedMs - (before.byName.get(name) ?? 0))) / elapsedMs),
    ]);
    const busyShare = (100 * (now.busy - before.busy)) / (now.total - before.total);
    const machine = Math.round(busyShare);
    const own = shares.reduce((sum, [, share]) => sum + share, 0);
    const others = Math.max(0, machine * os.cpus().length - own);
    return { machine, ...Object.fromEntries(shares), others };
  }

  private sample(): Sample {
    const byName = new Map<string, number>();
    for (const [name, pids] of Object.entries(this.pids())) {
      byName.set(
        name,
        pids.reduce((sum, pid) => sum + (processorTimeMs(pid) ?? 0), 0),
      );
    }
    const times = os.cpus().map((processor) => Object.values(processor.times));
    const total = times.flat().reduce((sum, value) => sum + value, 0);
    const idle = os.cpus().reduce((sum, processor) => sum + processor.times.idle, 0);
    return { at: performance.now(), busy: total - idle, total, byName };
  }
}

/** Processes with all of these words in their command line; none on systems without `/proc`. */
export function pidsOf(...words: readonly string[]): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && words.every((word) => commandOf(pid).includes(word)));
  } catch {
    return [];
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
