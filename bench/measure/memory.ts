/** Memory of other processes, from the kernel's own account (Linux). */
import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4_096;
const RESIDENT = 1;

/** Megabytes that a process has in memory; 0 where the kernel does not tell. */
export function residentMegabytes(pid: number): number {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[RESIDENT];
    return (Number(pages) * PAGE_BYTES) / 1_000_000;
  } catch {
    return 0;
  }
}
