/** Processor time of other processes, from the kernel's own account (Linux). */
import { readFileSync } from 'node:fs';

/** The unit of /proc/<pid>/stat: a hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10;
/** User and system time, counted from the field after the name of the program. */
const USER = 11;
const SYSTEM = 12;

/** Milliseconds that a process has used since its start; null where the kernel does not tell. */
export function processorTimeMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
  } catch {
    return null;
  }
}
