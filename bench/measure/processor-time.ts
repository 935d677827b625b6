/** Processor time of other processes, from the kernel's own account (Linux). */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

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

/** Share of one processor below which everything together counts as idle. */
const QUIET_SHARE = 0.35;
const WINDOW_MS = 100;
const PATIENCE_MS = 10_000;

/**
 * Waits until processes have done what they still had to do: a workflow closes after its answer was
 * given, and the next measurement is not to pay for it.
 */
export async function untilQuiet(processes: readonly { readonly pid: number }[]): Promise<void> {
  const total = () => processes.reduce((sum, { pid }) => sum + (processorTimeMs(pid) ?? 0), 0);
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const [startedAt, before] = [performance.now(), total()];
    await delay(WINDOW_MS);
    if ((total() - before) / (performance.now() - startedAt) < QUIET_SHARE) return;
  }
}
