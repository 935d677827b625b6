import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 50;

/** Polls a condition. @returns whether it became true in time */
export async function untilTrue(
  ask: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (!(await ask())) {
    if (performance.now() > until) return false;
    await delay(EVERY_MS);
  }
  return true;
}
