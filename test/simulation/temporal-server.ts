/**
 * Temporal in a simulation: it keeps workflows through every crash, gives their activities to the
 * processes that poll a queue, times them out and repeats them by their policy. The code of workflows
 * and activities is that of the product. A workflow is not replayed here; test/replay/ holds that.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { CancelledFailure, TimeoutFailure } from '@temporalio/common';
import type { Actor } from './actors';
import type { Random } from '../support/random';
import type { Scheduler } from './scheduler';
import { type RunningWorkflow, runningWorkflow, WorkflowMessages } from './temporal-messages';
import { activityFailure, asPayload, isFinal, msOf, wait } from './temporal-values';

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

/** A workflow as its client starts it. */
export interface WorkflowStart {
  readonly workflowId: string;
  readonly taskQueue: string;
  readonly args: readonly unknown[];
  /** A workflow that has ended runs again unless this is `REJECT_DUPLICATE`. */
  readonly workflowIdReusePolicy?: string;
}

/** Ends the run of a workflow, which goes on with these arguments and an empty history. */
export class ContinuedAsNew extends Error {
  constructor(readonly args: readonly unknown[]) {
    super('The workflow continues as new');
  }
}

interface Poller {
  readonly actor: Actor;
  readonly activities: Activities;
}

/** A process that died with a local activity: the workflow's task goes to another one after this. */
const WORKFLOW_TASK_MS = 5_000;
const LOOK_AGAIN_MS = 100;
/** Without a limit. */
const LONG_MS = Infinity;

/** The context of the activity that runs. */
export const runningActivity = new AsyncLocalStorage<ActivityContext>();

export class TemporalServer {
  /** The newest run of each. */
  readonly workflows = new Map<string, RunningWorkflow>();
  readonly messages: WorkflowMessages;
  private readonly pollers = new Map<string, Poller[]>();

  constructor(
    private readonly actor: Actor,
    private readonly scheduler: Scheduler,
    private readonly random: Random,
    private readonly code: Readonly<Record<string, Workflow>>,
  ) {
    this.messages = new WorkflowMessages(actor);
  }

  /** A worker of a process polls a queue. */
  poll(taskQueue: string, poller: Poller): void {
    this.pollers.set(taskQueue, [...(this.pollers.get(taskQueue) ?? []), poller]);
  }

  /** @returns whether it was running or had ended before */
  start(type: string, options: WorkflowStart): 'started' | 'running' | 'ended' {
    const { workflowId, workflowIdReusePolicy } = options;
    const known = this.workflows.get(workflowId);
    if (known?.status === 'RUNNING') return 'running';
    if (known && workflowIdReusePolicy === 'REJECT_DUPLICATE') return 'ended';
    this.run(type, options);
    return 'started';
  }

  /** A signal or an update. @returns its result, once the workflow has it; null when none runs */
  send(workflowId: string, name: string, args: readonly unknown[]): Promise<unknown> | null {
    const workflow = this.workflows.get(workflowId);
    return workflow?.status === 'RUNNING' ? this.messages.send(workflow, name, args) : null;
  }

  /** @throws Error when none runs */
  async signalFromWorkflow(workflowId: string, name: string, args: readonly unknown[]) {
    await this.scheduler.effect(`temporal.signal ${name}`, async () => {
      if (!this.send(workflowId, name, args)) throw new Error(`No workflow ${workflowId} runs`);
    });
  }

  private run(type: string, { workflowId, taskQueue, args }: WorkflowStart): void {
    const before = this.workflows.get(workflowId);
    const messages = before?.status === 'CONTINUED_AS_NEW' ? before.messages : [];
    const workflow: RunningWorkflow = {
      workflowId,
      type,
      taskQueue,
      startedAtMs: Date.now(),
      status: 'RUNNING',
      handlers: new Map(),
      messages,
      handling: 0,
      activities: 0,
    };
    this.workflows.set(workflowId, workflow);
    const code = this.code[type];
    if (!code) return; // of no interest here
    const ended = (err: unknown) => {
      if (!(err instanceof ContinuedAsNew)) return end(workflow, 'FAILED');
      if (workflow.status !== 'RUNNING') return;
      workflow.status = 'CONTINUED_AS_NEW';
      this.run(type, { workflowId, taskQueue, args: err.args });
    };
    this.actor.run(() =>
      runningWorkflow.run(workflow, () => {
        const received = args.map((arg) => asPayload(arg));
        Promise.resolve()
          .then(() => code(...received))
          .then(() => end(workflow, 'COMPLETED'), ended);
      }),
    );
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
    workflow.activities += 1;
    const taskQueue = options.taskQueue ?? workflow.taskQueue;
    const { retry = {} } = options;
    const scheduledAtMs = Date.now();
    const withinMs = msOf(options.scheduleToCloseTimeout) ?? LONG_MS;
    let pauseMs = msOf(retry.initialInterval) ?? 1_000;
    for (let attempt = 1; ; attempt += 1) {
      const tried = await this.attempt(name, args, options, taskQueue, isLocal);
      if (workflow.status !== 'RUNNING') return new Promise(() => undefined);
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
    let hasAnswered = false;
    void result.then(() => (hasAnswered = true));
    const late = async (): Promise<{ failure: Error }> => {
      for (;;) {
        await wait(LOOK_AGAIN_MS);
        if (hasAnswered) return new Promise(() => undefined);
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

function end(workflow: RunningWorkflow, status: RunningWorkflow['status']): void {
  if (workflow.status === 'RUNNING') workflow.status = status;
}
