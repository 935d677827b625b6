/**
 * Bounds the processor time of a process, so that one machine shows what several with one process
 * each do: a control group of Linux, of version 1 or 2. Needs the right to create one.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
const PROCESSES = 'cgroup.procs';
const PERIOD_US = 20_000;

export class ProcessorLimit {
  private constructor(private readonly folder: string) {}

  /**
   * @param share of one processor
   * @returns null on a system that does not let this process make control groups
   */
  static create(name: string, share: number): ProcessorLimit | null {
    const quotaUs = Math.round(share * PERIOD_US);
    const isFirstVersion = existsSync(join(ROOT, 'cpu', 'cpu.cfs_quota_us'));
    const folder = join(isFirstVersion ? join(ROOT, 'cpu') : ROOT, `tokenbook-bench-${name}`);
    try {
      mkdirSync(folder, { recursive: true });
      if (isFirstVersion) {
        writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
        writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs));
      } else writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${PERIOD_US}`);
      return new ProcessorLimit(folder);
    } catch {
      return null;
    }
  }

  add(pid: number): void {
    writeFileSync(join(this.folder, PROCESSES), String(pid));
  }

  /** Its processes go on without a bound. */
  remove(): void {
    const pids = readFileSync(join(this.folder, PROCESSES), 'utf8').split('\n').filter(Boolean);
    for (const pid of pids) writeFileSync(join(dirname(this.folder), PROCESSES), pid);
    rmdirSync(this.folder);
  }
}
