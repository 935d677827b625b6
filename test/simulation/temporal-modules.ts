/** What the product imports of Temporal's SDK, for a simulation: by `jest.mock` of its packages. */
import * as common from '@temporalio/common';
import { Actor } from './actors';
import {
  type ActivityOptions,
  runningActivity,
  runningWorkflow,
  type TemporalServer,
  wait,
} from './temporal-server';
import type { Random } from '../support/random';

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
    workflowId: runningWorkflow.getStore()!.workflowId,
    startTime: new Date(runningWorkflow.getStore()!.startedAtMs),
  }),
  CancellationScope: { nonCancellable: <T>(run: () => Promise<T>) => run() },
  upsertSearchAttributes: silent,
  setCurrentDetails: silent,
  defineSignal: (name: string) => ({ type: 'signal', name }),
  defineUpdate: (name: string) => ({ type: 'update', name }),
  defineQuery: (name: string) => ({ type: 'query', name }),
  setHandler: silent,
});

/** `@temporalio/activity` */
export const activityModule = () => ({
  log,
  Context: { current: () => runningActivity.getStore() },
  CancelledFailure: common.CancelledFailure,
  ApplicationFailure: common.ApplicationFailure,
});

export const TEMPORAL = new Actor('temporal');
