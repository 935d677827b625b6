/**
 * Bounds the processor time of a process, so that one machine shows what several with one process
 * each do: a control group of Linux, of version 1 or 2. Needs the right to create one.
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
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
    writeFileSync(join(this.folder, 'cgroup.procs'), String(pid));
  }

  /** After the end of its processes. */
  remove(): void {
    try {
      rmdirSync(this.folder);
    } catch {
      // The next run uses it again.
    }
  }
}
