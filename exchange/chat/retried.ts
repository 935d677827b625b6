/** Steps that are retried until they succeed, as a workflow would retry them. */
import { setTimeout as delay } from 'node:timers/promises';
import { onBehalfOf } from '../../records/ledger/caller';
import { StepFailure } from './step-failure';

export interface Retries {
  /** Timeout of one try; nothing is committed after it. */
  readonly tryMs: number;
  /** Timeout of all tries. */
  readonly totalMs: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** Aborted when the step must be abandoned. */
  readonly signal?: AbortSignal;
}

/**
 * @throws the last failure, when the time is up, the step cannot succeed, or the signal is aborted
 */
export async function retried<Result>(
  step: () => Promise<Result>,
  { tryMs, totalMs, firstPauseMs, longestPauseMs, signal = new AbortController().signal }: Retries,
): Promise<Result> {
  const untilMs = Date.now() + totalMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      const deadlineAtMs = Math.min(Date.now() + tryMs, untilMs);
      return await onBehalfOf({ signal, deadlineAtMs }, step);
    } catch (err) {
      if (isHopeless(err) || signal.aborted || Date.now() + pauseMs >= untilMs) throw err;
      await delay(pauseMs, undefined, { signal }).catch(() => Promise.reject(err));
    }
  }
}

/** Whether another try cannot succeed. */
function isHopeless(err: unknown): boolean {
  if (err instanceof StepFailure) return !err.isRetryable;
  return (
    err instanceof TypeError ||
    err instanceof ReferenceError ||
    err instanceof RangeError ||
    err instanceof SyntaxError
  );
}
