/** Steps that are given up after a time, and then done again or undone by somebody else. */
import { Context } from '@temporalio/activity';
import { type Caller, onBehalfOf } from '../records/ledger/caller';

/**
 * A step that was given up commits nothing more (records/ledger/caller.ts). Not for an attempt at a
 * seller: what that has delivered is settled whoever waits for it.
 */
export function endingWhenGivenUp<Activities extends object>(activities: Activities): Activities {
  const steps = Object.entries(activities) as [string, (...args: unknown[]) => Promise<unknown>][];
  const ending = steps.map(([name, run]) => [
    name,
    (...args: unknown[]) => onBehalfOf(callerOf(Context.current()), () => run(...args)),
  ]);
  return Object.fromEntries(ending) as Activities;
}

/** By this process's own clock, from the moment at which it has begun the step. */
function callerOf({ info, cancellationSignal }: Context): Caller {
  return { signal: cancellationSignal, deadlineAtMs: Date.now() + info.startToCloseTimeoutMs };
}
