/**
 * Temporal in a simulation: it keeps workflows through every crash, gives their activities to the
 * processes that poll a queue, times them out and repeats them by their policy. The code of workflows
 * and activities is that of the product. A workflow is not replayed here; test/replay/ holds that.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  RetryState,
  TimeoutFailure,
} from '@temporalio/common';
import type { Actor } from './actors';
import type { Random } from '../support/random';
import type { Scheduler } from './scheduler';

type Activities = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;
type Workflow = (...args: unknown[]) => Promise<unknown>;

export interface ActivityOptions {
  readonly taskQueue?: string;
  readonly startToCloseTimeout?: string | number;
  readonly scheduleToStartTimeout?: string | number;
  readonly scheduleToCloseTimeout?: string | number;
  readonly heartbeatTimeout?: string | number;
  readonly retry?: {
    readonly initialInterval?: string | number;
    readonly maximumInterval?: string | number;
    readonly maximumAttempts?: number;
    readonly nonRetryableErrorTypes?: readonly string[];
  };
}

/** What an activity sees of its context (`@temporalio/activity`). */
export interface ActivityContext {
  readonly info: { readonly startToCloseTimeoutMs: number };
  readonly cancellationSignal: AbortSignal;
  readonly cancellationDetails?: { readonly cancelRequested: boolean };
  heartbeat(): void;
}

export interface RunningWorkflow {
  readonly workflowId: string;
  readonly startedAtMs: number;
  readonly taskQueue: string;
  status: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'TERMINATED';
}

interface Poller {
  readonly actor: Actor;
  readonly activities: Activities;
}

/** A process that died with a local activity: the workflow's task goes to another one after this. */
const WORKFLOW_TASK_MS = 5_000;
const LOOK_AGAIN_MS = 100;
const LONG_MS = 24 * 3_600_000;

/** The workflow whose code runs, and the context of the activity that runs. */
export const runningWorkflow = new AsyncLocalStorage<RunningWorkflow>();
export const runningActivity = new AsyncLocalStorage<ActivityContext>();

export class TemporalServer {
  readonly workflows = new Map<string, RunningWorkflow>();
  private readonly pollers = new Map<string, Poller[]>();

  constructor(
    private readonly actor: Actor,
    private readonly scheduler: Scheduler,
    private readonly random: Random,
    private readonly code: Readonly<Record<string, Workflow>>,
  ) {}

  /** A worker of a process polls a queue. */
  poll(taskQueue: string, poller: Poller): void {
    this.pollers.set(taskQueue, [...(this.pollers.get(taskQueue) ?? []), poller]);
  }

  /** @returns false when the workflow exists, or has ended */
  start(type: string, workflowId: string, taskQueue: string, args: readonly unknown[]): boolean {
    if (this.workflows.has(workflowId)) return false;
    const workflow: RunningWorkflow = {
      ...{ workflowId, taskQueue, startedAtMs: Date.now(), status: 'RUNNING' },
    };
    this.workflows.set(workflowId, workflow);
    const run = this.code[type];
    if (!run) return true; // of no interest here
    this.actor.run(() =>
      runningWorkflow.run(workflow, () => {
        const received = args.map((arg) => asPayload(arg));
        Promise.resolve()
          .then(() => run(...received))
          .then(
            () => end(workflow, 'COMPLETED'),
            () => end(workflow, 'FAILED'),
          );
      }),
    );
    return true;
  }

  terminate(workflowId: string): void {
    const workflow = this.workflows.get(workflowId);
    if (workflow) end(workflow, 'TERMINATED');
  }

  /** Runs an activity for the current workflow until it succeeds or its policy gives it up. */
  async execute(
    name: string,
    args: readonly unknown[],
    options: ActivityOptions,
    isLocal: boolean,
  ): Promise<unknown> {
    const workflow = runningWorkflow.getStore()!;
    const taskQueue = options.taskQueue ?? workflow.taskQueue;
    const { retry = {} } = options;
    const scheduledAtMs = Date.now();
    const withinMs = msOf(options.scheduleToCloseTimeout) ?? LONG_MS;
    let pauseMs = msOf(retry.initialInterval) ?? 1_000;
    for (let attempt = 1; ; attempt += 1) {
      const tried = await this.attempt(name, args, options, taskQueue, isLocal);
      if (workflow.status === 'TERMINATED') return new Promise(() => undefined);
      if ('value' in tried) return asPayload(tried.value);
      const { failure } = tried;
      const isOver =
        isFinal(failure, retry.nonRetryableErrorTypes ?? []) ||
        attempt >= (retry.maximumAttempts ?? Infinity) ||
        Date.now() - scheduledAtMs + pauseMs > withinMs;
      if (isOver) throw activityFailure(name, failure);
      await wait(pauseMs);
      pauseMs = Math.min(2 * pauseMs, msOf(retry.maximumInterval) ?? 100 * pauseMs);
    }
  }

  private async attempt(
    name: string,
    args: readonly unknown[],
    options: ActivityOptions,
    taskQueue: string,
    isLocal: boolean,
  ): Promise<{ value: unknown } | { failure: Error }> {
    const poller = await this.takenBy(name, taskQueue, msOf(options.scheduleToStartTimeout));
    if (!poller)
      return { failure: new TimeoutFailure('not started', undefined, 'SCHEDULE_TO_START') };
    const startToCloseTimeoutMs = msOf(options.startToCloseTimeout) ?? LONG_MS;
    // A local activity runs within a task of its workflow, which ends with its process.
    const heartbeatMs = isLocal ? WORKFLOW_TASK_MS : (msOf(options.heartbeatTimeout) ?? LONG_MS);
    const controller = new AbortController();
    let lastBeatMs = Date.now();
    const context: ActivityContext = {
      info: { startToCloseTimeoutMs },
      cancellationSignal: controller.signal,
      heartbeat: () => (lastBeatMs = Date.now()),
    };
    const result = new Promise<{ value: unknown } | { failure: Error }>((resolve) => {
      poller.actor.run(() =>
        runningActivity.run(context, () => {
          runningWorkflow
            .exit(() => poller.activities[name]!(...args.map(asPayload)))
            .then(
              (value) => resolve({ value }),
              (err: Error) => resolve({ failure: err }),
            );
        }),
      );
    });
    const startedAtMs = Date.now();
    const late = async (): Promise<{ failure: Error }> => {
      for (;;) {
        await wait(LOOK_AGAIN_MS);
        const nowMs = Date.now();
        if (isLocal && !poller.actor.isDead && poller.actor.pausedUntilMs <= nowMs)
          lastBeatMs = nowMs;
        if (nowMs - lastBeatMs > heartbeatMs)
          return { failure: new TimeoutFailure('no heartbeat', undefined, 'HEARTBEAT') };
        if (nowMs - startedAtMs > startToCloseTimeoutMs)
          return { failure: new TimeoutFailure('too long', undefined, 'START_TO_CLOSE') };
      }
    };
    const outcome = await Promise.race([result, late()]);
    if ('failure' in outcome && outcome.failure instanceof TimeoutFailure) {
      // Its process hears of it, if it still lives; its answer no longer counts.
      if (!poller.actor.isDead)
        poller.actor.run(() => controller.abort(new CancelledFailure('TIMED_OUT')));
      return outcome;
    }
    // The answer travels to the server.
    return this.scheduler.effect(`temporal.${name} answered`, () => Promise.resolve(outcome));
  }

  /** The process that takes the task; null when none did in time. */
  private async takenBy(
    name: string,
    taskQueue: string,
    withinMs = LONG_MS,
  ): Promise<Poller | null> {
    const untilMs = Date.now() + withinMs;
    for (;;) {
      await this.scheduler.effect(`temporal.${name} scheduled`, () => Promise.resolve());
      const nowMs = Date.now();
      const able = (this.pollers.get(taskQueue) ?? []).filter(
        ({ actor }) => !actor.isDead && actor.pausedUntilMs <= nowMs,
      );
      if (nowMs > untilMs) return null;
      if (able.length > 0) return this.random.of(able);
      await wait(LOOK_AGAIN_MS);
    }
  }
}

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Values cross as JSON, as between a workflow and its activities. */
function asPayload(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

function end(workflow: RunningWorkflow, status: RunningWorkflow['status']): void {
  if (workflow.status === 'RUNNING') workflow.status = status;
}

function isFinal(failure: Error, types: readonly string[]): boolean {
  if (failure instanceof ApplicationFailure) return failure.nonRetryable === true;
  return types.includes(failure.name);
}

function activityFailure(name: string, failure: Error): ActivityFailure {
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
function msOf(duration: string | number | undefined): number | undefined {
  if (duration === undefined || typeof duration === 'number') return duration;
  const [, count, unit] = /^(\d+)(ms|s|m|h)$/.exec(duration) ?? [];
  if (!unit) throw new Error(`The simulation does not know the duration ${duration}`);
  return Number(count) * { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit as 's']!;
}
