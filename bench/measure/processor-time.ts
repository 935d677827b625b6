/** Processor time of other processes, from `/proc` (Linux). */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** The unit of /proc/<pid>/stat: a hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10;
/** Positions of user and system time, counted from the field after the program name. */
const USER = 11;
const SYSTEM = 12;

/** Milliseconds used by a process since its start; null on systems without `/proc`. */
export function processorTimeMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
  } catch {
    return null;
  }
}

/** Share of one processor below which all processes together count as idle. */
const QUIET_SHARE = 0.35;
const WINDOW_MS = 100;
const PATIENCE_MS = 10_000;

/**
 * Waits until the processes are idle: a workflow closes after its answer, and the next measurement
 * must not include that work.
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
