/** Activities that are abandoned after a timeout and then repeated or undone elsewhere. */
import { Context } from '@temporalio/activity';
import { type Caller, onBehalfOf } from '../records/ledger/caller';

/**
 * An abandoned activity commits nothing (records/ledger/caller.ts). Not used for an attempt at a
 * seller: delivered tokens are settled in any case.
 */
export function endingWhenGivenUp<Activities extends object>(activities: Activities): Activities {
  const steps = Object.entries(activities) as [string, (...args: unknown[]) => Promise<unknown>][];
  const ending = steps.map(([name, run]) => [
    name,
    (...args: unknown[]) => onBehalfOf(callerOf(Context.current()), () => run(...args)),
  ]);
  return Object.fromEntries(ending) as Activities;
}

/** Measures with this process's own clock, from the moment the activity started here. */
function callerOf({ info, cancellationSignal }: Context): Caller {
  return { signal: cancellationSignal, deadlineAtMs: Date.now() + info.startToCloseTimeoutMs };
}
