/** Failures of services as Temporal knows them: whether a step is done again is the service's to say. */
import { ApplicationFailure } from '@temporalio/common';
import { StepFailure } from '../exchange/step-failure';

/** Steps whose failures workflows understand. */
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
