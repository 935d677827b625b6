import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';

/** A third of the processor time of a process of normal priority, while both want it. */
const NICENESS = 5;

/**
 * Lowers the priority of a process below that of its neighbours. What it starts later inherits it.
 * Without effect on a process that has ended.
 */
export function lowerPriority(pid: number): void {
  for (const thread of threadsOf(pid)) {
    attempt(() => os.setPriority(thread, Math.max(NICENESS, os.getPriority(thread))));
  }
  // Linux may give each session the same share, whatever the priorities within it.
  attempt(() => {
    if (sessionOf(pid) === pid) writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS));
  });
}

/** On Linux, priorities belong to threads; elsewhere to the process. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

function sessionOf(pid: number): number {
  const [, , , session] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(session);
}

function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The thread has ended, or this system has no such setting.
  }
}
