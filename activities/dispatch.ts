/** The activity `dispatch`: one attempt at a seller, with its heartbeat. */
import { CancelledFailure, Context } from '@temporalio/activity';
import type { DispatchResult } from '../domain/chat';
import { AttemptGivenUp, type DispatchInput, runAttempt } from '../exchange/chat/attempt';
import type { ExchangeDeps } from '../exchange/deps';
import { endingReason, startHeartbeat } from './heartbeat';

export interface DispatchActivities {
  dispatch(input: DispatchInput): Promise<DispatchResult>;
}

export function createDispatchActivities(deps: ExchangeDeps): DispatchActivities {
  return {
    async dispatch(input) {
      const { orderId, streamed, limits } = input.order;
      const context = Context.current();
      const reader = new AbortController();
      const endHeartbeat = startHeartbeat(limits.heartbeatMs / 4, async () => {
        if (streamed && (await deps.channel.stopRequested(orderId))) reader.abort();
      });
      try {
        return await runAttempt(deps, input, {
          signal: context.cancellationSignal,
          isCancelled: () => endingReason(context) === 'cancelled',
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
