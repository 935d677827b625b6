/**
 * Converts failures of services for Temporal: the service decides whether an activity is retried.
 */
import { ApplicationFailure } from '@temporalio/common';
import { StepFailure } from '../exchange/chat/step-failure';

/** Activities whose failures workflows understand. */
export function failingForTemporal<Activities extends object>(activities: Activities): Activities {
  const steps = Object.entries(activities) as [string, (...args: unknown[]) => Promise<unknown>][];
  const translated = steps.map(([name, run]) => [
    name,
    (...args: unknown[]) => run(...args).catch((err: unknown) => Promise.reject(translate(err))),
  ]);
  return Object.fromEntries(translated) as Activities;
}

function translate(err: unknown): unknown {
  if (!(err instanceof StepFailure)) return err;
  const { message, type, isRetryable, detail } = err;
  return ApplicationFailure.create({
    message,
    type,
    nonRetryable: !isRetryable,
    ...(detail === undefined ? {} : { details: [detail] }),
  });
}
