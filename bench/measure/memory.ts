/** Memory of other processes, from `/proc` (Linux). */
import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4_096;
const RESIDENT = 1;

/** Resident megabytes of a process; 0 on systems without `/proc`. */
export function residentMegabytes(pid: number): number {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[RESIDENT];
    return (Number(pages) * PAGE_BYTES) / 1_000_000;
  } catch {
    return 0;
  }
}
