/** What the product imports of Temporal's SDK, for a simulation: by `jest.mock` of its packages. */
import * as common from '@temporalio/common';
import { Actor } from './actors';
import type { Random } from '../support/random';
import { type Handler, runningWorkflow } from './temporal-messages';
import {
  type ActivityOptions,
  ContinuedAsNew,
  runningActivity,
  type TemporalServer,
} from './temporal-server';
import { wait } from './temporal-values';

let server: TemporalServer | null = null;
let random: Random | null = null;

export function useTemporal(newServer: TemporalServer, newRandom: Random): void {
  server = newServer;
  random = newRandom;
}

const silent = () => undefined;
const log = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };

function activitiesOf(options: ActivityOptions, isLocal: boolean): object {
  return new Proxy(
    {},
    {
      get:
        (_target, name) =>
        (...args: unknown[]) =>
          server!.execute(String(name), args, options, isLocal),
    },
  );
}

/** From so many activities on, a workflow is asked to continue as new. */
const LONG_HISTORY = 6;

interface Sendable {
  readonly name: string;
}

/** For a handler that decodes its messages itself. */
const raw = (value: unknown) =>
  common.RawValue.fromPayload(common.defaultPayloadConverter.toPayload(value));

const current = () => runningWorkflow.getStore()!;

/** `@temporalio/workflow` */
export const workflowModule = () => ({
  ...common,
  isCancellation: (err: unknown) => err instanceof common.CancelledFailure,
  log,
  proxyActivities: (options: ActivityOptions) => activitiesOf(options, false),
  proxyLocalActivities: (options: ActivityOptions) => activitiesOf(options, true),
  sleep: wait,
  patched: () => true,
  uuid4: () =>
    'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => random!.between(0, 15).toString(16)),
  workflowInfo: () => ({
    workflowId: current().workflowId,
    namespace: 'default',
    startTime: new Date(current().startedAtMs),
    typedSearchAttributes: new common.TypedSearchAttributes(),
    continueAsNewSuggested: current().activities >= LONG_HISTORY,
  }),
  continueAsNew: (...args: unknown[]) => Promise.reject(new ContinuedAsNew(args)),
  condition: (isTrue: () => boolean, withinMs?: number) =>
    server!.messages.condition(isTrue, withinMs),
  allHandlersFinished: () => current().handling === 0,
  CancellationScope: { nonCancellable: <T>(run: () => Promise<T>) => run() },
  upsertSearchAttributes: silent,
  setCurrentDetails: silent,
  defineSignal: (name: string) => ({ type: 'signal', name }),
  defineUpdate: (name: string) => ({ type: 'update', name }),
  defineQuery: (name: string) => ({ type: 'query', name }),
  setHandler: ({ name, typeInfo }: Sendable & { typeInfo?: object }, handler: Handler) =>
    server!.messages.setHandler(name, typeInfo ? (...args) => handler(...args.map(raw)) : handler),
  getExternalWorkflowHandle: (workflowId: string) => ({
    signal: (signal: Sendable, ...args: unknown[]) =>
      server!.signalFromWorkflow(workflowId, signal.name, args),
  }),
});

/** `@temporalio/activity` */
export const activityModule = () => ({
  log,
  Context: { current: () => runningActivity.getStore() },
  CancelledFailure: common.CancelledFailure,
  ApplicationFailure: common.ApplicationFailure,
});

export const TEMPORAL = new Actor('temporal');
