/**
 * The caller that waits for a commit. An abandoned workflow step, or a disconnected client, no
 * longer waits: its request is not started any more, because its result would be lost and the next
 * attempt must not act on records that change concurrently.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Caller {
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal;
  /**
   * When the caller leaves at the latest, even if this process was paused and received no signal.
   */
  readonly deadlineAtMs: number;
}

/** The rejection for a caller that has left: nothing of its request was written. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft';

  constructor() {
    super('The caller of this commit has left; nothing was written.');
  }
}

const callers = new AsyncLocalStorage<Caller>();

/** Everything submitted within belongs to this caller. */
export function onBehalfOf<Result>(caller: Caller, run: () => Result): Result {
  return callers.run(caller, run);
}

/** Null for work that must finish without a waiting caller. */
export function currentCaller(): Caller | null {
  return callers.getStore() ?? null;
}

export function hasLeft(caller: Caller | null): boolean {
  return caller !== null && (caller.signal.aborted || Date.now() >= caller.deadlineAtMs);
}
