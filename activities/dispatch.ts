/** The activity `dispatch`: one attempt at a seller, with its heartbeat. */
import { CancelledFailure, Context } from '@temporalio/activity';
import type { DispatchResult } from '../domain/chat';
import { AttemptGivenUp, type DispatchInput, runAttempt } from '../exchange/chat/attempt';
import type { ExchangeDeps } from '../exchange/deps';
import type { WorkflowState } from '../exchange/deps';
import { endingReason, startHeartbeat } from './heartbeat';

export interface DispatchActivities {
  dispatch(input: DispatchInput): Promise<DispatchResult>;
}

/** Of a workflow, as the server knows it now. */
export type StateOf = (workflowId: string) => Promise<WorkflowState>;

export function createDispatchActivities(
  deps: ExchangeDeps,
  stateOf: StateOf = async () => 'running',
): DispatchActivities {
  return {
    async dispatch(input) {
      const { orderId, streamed, limits } = input.order;
      const context = Context.current();
      const reader = new AbortController();
      const endHeartbeat = startHeartbeat(limits.heartbeatMs / 4, async () => {
        if (streamed && (await deps.channel.stopRequested(orderId))) reader.abort();
      });
      try {
        const ending = endOfAttempt(context, stateOf);
        return await runAttempt(deps, input, {
          signal: ending.signal,
          isCancelled: () => ending.isCancelled,
          readerLeft: reader.signal,
        });
      } catch (err) {
        if (err instanceof AttemptGivenUp) throw new CancelledFailure(err.message);
        throw err;
      } finally {
        endHeartbeat();
      }
    },
  };
}

/**
 * The server no longer knows the activity: another attempt runs, or the workflow is gone. An operator
 * who ended it ended the order. If the server lost it, nobody else makes this attempt: it continues, and
 * its answer is settled here.
 */
function endOfAttempt(context: Context, stateOf: StateOf) {
  const ending = new AbortController();
  const state = { signal: ending.signal, isCancelled: false };
  const end = async () => {
    const { workflowExecution } = context.info;
    const isGone = context.cancellationDetails?.notFound && workflowExecution;
    const found = isGone && (await stateOf(workflowExecution.workflowId).catch(() => 'running'));
    if (found === 'unknown') return;
    state.isCancelled = found === 'ended' || endingReason(context) === 'cancelled';
    ending.abort();
  };
  context.cancellationSignal.addEventListener('abort', () => void end(), { once: true });
  if (context.cancellationSignal.aborted) void end();
  return state;
}
