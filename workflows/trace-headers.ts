/**
 * Passes the trace contexts of a workflow's orders on to its activities, as a header. Headers are
 * no part of what a replay compares: runs without a context stay as they are.
 */
import { type Headers, defaultPayloadConverter } from '@temporalio/common';
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { TRACEPARENT, traceparentsOf } from '../domain/trace-context';

export const interceptors: WorkflowInterceptorsFactory = () => {
  let traced: Headers = {};
  const withTrace = <Input extends { readonly headers: Headers }>(input: Input): Input => ({
    ...input,
    headers: { ...input.headers, ...traced },
  });
  return {
    inbound: [
      {
        execute(input, next) {
          const parents = traceparentsOf(input.args);
          if (parents.length > 0) {
            traced = { [TRACEPARENT]: defaultPayloadConverter.toPayload(parents) };
          }
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(withTrace(input)),
        scheduleLocalActivity: (input, next) => next(withTrace(input)),
      },
    ],
  };
};
