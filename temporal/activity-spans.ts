/**
 * Spans of activities: one in the trace of each order that the workflow is about. The contexts
 * come with the header that workflows/trace-headers.ts sets.
 */
import { defaultPayloadConverter } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { TRACEPARENT } from '../domain/trace-context';
import { type Tracing, codeOf } from '../exchange/tracing/tracing';

export function activitySpans(tracing: Tracing): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const header = input.headers[TRACEPARENT];
        if (!header) return next(input);
        const parents = defaultPayloadConverter.fromPayload<string[]>(header);
        const name = `${info.workflowType} ${info.activityType}`;
        const attributes = {
          'temporal.workflow.id': info.workflowExecution?.workflowId ?? '',
          'temporal.activity.attempt': info.attempt,
        };
        const spans = parents.map((parent) => tracing.start(name, parent, attributes));
        try {
          const result = await next(input);
          for (const span of spans) span.end({ outcome: 'completed' });
          return result;
        } catch (err) {
          for (const span of spans) span.end({ outcome: codeOf(err), isError: true });
          throw err;
        }
      },
    },
  });
}
