import { setTimeout as delay } from 'node:timers/promises';

interface UntilOptions {
  readonly timeoutMs?: number;
  /** By default a tenth of the time that it has waited, between 20 and 100: to ask costs processor time. */
  readonly everyMs?: number;
  /** What is awaited, for the failure message. */
  readonly what?: string;
}

/**
 * Polls until the result is truthy, and returns it. An exception counts as "not yet" and becomes
 * the cause of the failure on timeout.
 */
export async function until<T>(
  ask: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs, what = 'the condition' }: UntilOptions = {},
): Promise<NonNullable<T>> {
  const startedAtMs = Date.now();
  let failure: unknown;
  for (;;) {
    try {
      failure = undefined;
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      failure = error;
    }
    const waitedMs = Date.now() - startedAtMs;
    if (waitedMs > timeoutMs) {
      const because = failure ? `: ${(failure as Error).message}` : '';
      throw new Error(`Waited ${timeoutMs} ms in vain for ${what}${because}`, { cause: failure });
    }
    await delay(everyMs ?? Math.min(Math.max(waitedMs / 10, 20), 100));
  }
}
