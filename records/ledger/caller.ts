/**
 * Whoever waits for a commit. A step of a workflow that was given up, or a client that has hung up,
 * waits no longer: what they asked for is not begun any more, since nobody would hear of it and
 * whoever acts in their place would act on records that change behind them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Caller {
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal;
  /** When it leaves at the latest, also when nothing has told this process: it may have stood still. */
  readonly deadlineAtMs: number;
}

/** The answer to a caller that has left: nothing of its request was written. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft';

  constructor() {
    super('Whoever waited for this commit has left; nothing was written.');
  }
}

const callers = new AsyncLocalStorage<Caller>();

/** All that is submitted within belongs to this caller. */
export function onBehalfOf<Result>(caller: Caller, run: () => Result): Result {
  return callers.run(caller, run);
}

/** Null for what is to be finished whoever waits for it. */
export function currentCaller(): Caller | null {
  return callers.getStore() ?? null;
}

export function hasLeft(caller: Caller | null): boolean {
  return caller !== null && (caller.signal.aborted || Date.now() >= caller.deadlineAtMs);
}
