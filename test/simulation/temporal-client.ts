/** The client of Temporal's SDK in a process of a simulation, as far as the product uses it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import type { Temporal } from '../../temporal/connection';
import { temporalLost } from './lost';
import type { Scheduler } from './scheduler';
import type { TemporalServer, WorkflowStart } from './temporal-server';
import { wait } from './temporal-values';

interface Started extends WorkflowStart {
  readonly workflowIdConflictPolicy?: string;
}

interface Sendable {
  readonly name: string;
}

/** Until when the caller waits. */
const deadlines = new AsyncLocalStorage<number>();

export function clientOf(scheduler: Scheduler, temporal: TemporalServer): Temporal {
  const workflow = {
    start: (type: string, options: Started) =>
      scheduler.effect(
        `temporal.start ${type}`,
        async () => start(temporal, type, options),
        temporalLost,
      ),
    signalWithStart(
      type: string,
      options: Started & { readonly signal: Sendable; readonly signalArgs: readonly unknown[] },
    ) {
      const { signal, signalArgs, ...started } = options;
      return scheduler.effect(
        `temporal.signalWithStart ${type}`,
        async () => {
          temporal.start(type, { ...started, workflowIdReusePolicy: 'ALLOW_DUPLICATE' });
          void temporal.send(options.workflowId, signal.name, signalArgs);
        },
        temporalLost,
      );
    },
    async executeUpdateWithStart(
      update: Sendable,
      parts: {
        readonly args?: readonly unknown[];
        readonly startWorkflowOperation: WithStartWorkflowOperation<never>;
      },
    ) {
      const { workflowTypeOrFunc: type, options } = parts.startWorkflowOperation as unknown as {
        readonly workflowTypeOrFunc: string;
        readonly options: Started;
      };
      const sent = await scheduler.effect(
        `temporal.executeUpdateWithStart ${type}`,
        async () => {
          start(temporal, type, options);
          return { outcome: temporal.send(options.workflowId, update.name, parts.args ?? [])! };
        },
        temporalLost,
      );
      return updated(scheduler, update, sent.outcome);
    },
    getHandle: (workflowId: string) => handleOf(scheduler, temporal, workflowId),
    count: (query: string) =>
      scheduler.effect(
        'temporal.count',
        async () => ({ count: runningIn(temporal, query).length }),
        temporalLost,
      ),
    async *list({ query }: { readonly query: string }) {
      const found = () => Promise.resolve(runningIn(temporal, query));
      for (const workflowId of await scheduler.effect('temporal.list', found, temporalLost))
        yield { workflowId };
    },
  };
  const withDeadline = <T>(deadlineAtMs: number | Date, run: () => Promise<T>) =>
    deadlines.run(Number(deadlineAtMs), run);
  return { client: { workflow, withDeadline }, connection: {} } as unknown as Temporal;
}

function handleOf(scheduler: Scheduler, temporal: TemporalServer, workflowId: string) {
  const unknown = () => new WorkflowNotFoundError('unknown', workflowId, undefined);
  return {
    describe: () =>
      scheduler.effect('temporal.describe', async () => {
        const workflow = temporal.workflows.get(workflowId);
        if (!workflow) throw unknown();
        return { status: { name: workflow.status } };
      }),
    terminate: () =>
      scheduler.effect('temporal.terminate', async () => temporal.terminate(workflowId)),
    signal: (signal: Sendable, ...args: unknown[]) =>
      scheduler.effect(
        `temporal.signal ${signal.name}`,
        async () => {
          if (!temporal.send(workflowId, signal.name, args)) throw unknown();
        },
        temporalLost,
      ),
    async executeUpdate(update: Sendable) {
      const send = async () => {
        const outcome = temporal.send(workflowId, update.name, []);
        if (!outcome) throw unknown();
        return { outcome };
      };
      const sent = await scheduler.effect(
        `temporal.executeUpdate ${update.name}`,
        send,
        temporalLost,
      );
      return updated(scheduler, update, sent.outcome);
    },
  };
}

function start(temporal: TemporalServer, type: string, options: Started): void {
  const state = temporal.start(type, options);
  if (state === 'started') return;
  if (state === 'running' && options.workflowIdConflictPolicy === 'USE_EXISTING') return;
  throw new WorkflowExecutionAlreadyStartedError('started', options.workflowId, type);
}

/** Waits for the result of an update as long as the caller does. */
async function updated(
  scheduler: Scheduler,
  { name }: Sendable,
  outcome: Promise<unknown>,
): Promise<unknown> {
  const settled = outcome.then(
    (value) => ({ value }),
    (err: Error) => ({ failure: new WorkflowUpdateFailedError(err.message, err) }),
  );
  const leftMs = (deadlines.getStore() ?? Infinity) - Date.now();
  const late = wait(leftMs).then(() => ({
    failure: new WorkflowUpdateRPCTimeoutOrCancelledError('The update takes too long'),
  }));
  const result = await Promise.race([settled, late]);
  if ('failure' in result) throw result.failure;
  return scheduler.effect(
    `temporal.${name} told`,
    () => Promise.resolve(result.value),
    temporalLost,
  );
}

/** Of the workflows that a query names: those that run. */
function runningIn({ workflows }: TemporalServer, query: string): string[] {
  const named = [...query.matchAll(/'([^']+)'/g)].map(([, name]) => name!);
  return named.filter((name) => workflows.get(name)?.status === 'RUNNING');
}
