/** What crosses between workflows, activities and clients of a simulation, and how failures do. */
import {
  ActivityFailure,
  ApplicationFailure,
  RetryState,
  TimeoutFailure,
} from '@temporalio/common';

/** Values cross as JSON, as between a workflow and its activities. */
export function asPayload(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

export function isFinal(failure: Error, types: readonly string[]): boolean {
  if (failure instanceof ApplicationFailure) return failure.nonRetryable === true;
  return types.includes(failure.name);
}

export function activityFailure(name: string, failure: Error): ActivityFailure {
  const cause =
    failure instanceof ApplicationFailure || failure instanceof TimeoutFailure
      ? failure
      : ApplicationFailure.fromError(failure);
  return new ActivityFailure(
    'The activity failed',
    name,
    '1',
    RetryState.NON_RETRYABLE_FAILURE,
    'process',
    cause,
  );
}

/** Numbers are milliseconds; texts of the product are seconds (`5s`) or minutes (`10m`). */
export function msOf(duration: string | number | undefined): number | undefined {
  if (duration === undefined || typeof duration === 'number') return duration;
  const [, count, unit] = /^(\d+)(ms|s|m|h)$/.exec(duration) ?? [];
  if (!unit) throw new Error(`The simulation does not know the duration ${duration}`);
  return Number(count) * { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit as 's']!;
}

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
