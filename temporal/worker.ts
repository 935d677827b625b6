/** Workers: one per task queue, all on the process's native connection. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type NativeConnection,
  Worker,
  type WorkerInterceptors,
  type WorkerOptions,
  bundleWorkflowCode,
} from '@temporalio/worker';
import type { Settings } from '../config/settings';
import { type Queue, queueName } from '../domain/workflow-names';
import { type Tracing, noTracing } from '../exchange/tracing/tracing';
import { activitySpans } from './activity-spans';

/** Written by the build; without it, bundling at start takes seconds. */
const PREBUILT_BUNDLE = join(__dirname, 'workflow-bundle.js');

export type WorkflowBundle = NonNullable<WorkerOptions['workflowBundle']>;

export async function loadWorkflowBundle(): Promise<WorkflowBundle> {
  if (existsSync(PREBUILT_BUNDLE)) return { codePath: PREBUILT_BUNDLE };
  return bundleWorkflows();
}

export function bundleWorkflows(): Promise<{ code: string }> {
  return bundleWorkflowCode({
    workflowsPath: require.resolve('../workflows'),
    workflowInterceptorModules: [require.resolve('../workflows/trace-headers')],
  });
}

export interface WorkerParts {
  readonly settings: Settings;
  readonly connection: NativeConnection;
  readonly bundle: WorkflowBundle;
  readonly activities: object;
  /** Default: none. */
  readonly tracing?: Tracing;
}

/** Worker for a queue with activities only. */
export function createActivityWorker(
  taskQueue: string,
  { settings, connection, activities, tracing }: Omit<WorkerParts, 'bundle'>,
): Promise<Worker> {
  return Worker.create({
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    taskQueue,
    activities,
    interceptors: interceptorsOf(tracing),
    // Each activity waits for many orders.
    maxConcurrentActivityTaskExecutions: 1_000,
    maxConcurrentActivityTaskPolls: 2,
    maxHeartbeatThrottleInterval: settings.DISPATCH_HEARTBEAT_MS / 2,
    shutdownGraceTime: '1s',
    shutdownForceTime: '10s',
  });
}

export function createWorker(queue: Queue, parts: WorkerParts): Promise<Worker> {
  const { settings, connection, bundle, activities, tracing } = parts;
  return Worker.create({
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    taskQueue: queueName(settings.TOKENBOOK_DEPLOYMENT, queue),
    workflowBundle: bundle,
    activities,
    interceptors: interceptorsOf(tracing),
    maxCachedWorkflows: 1_000,
    // Eager starts need free slots besides those that the pollers hold.
    maxConcurrentWorkflowTaskExecutions: 200,
    maxConcurrentActivityTaskExecutions: settings.DISPATCHES_PER_WORKER,
    maxConcurrentLocalActivityExecutions: 400,
    // Timeout for a dead worker's sticky queue. With a shorter one a busy worker loses tasks that
    // it would have reached: each is then replayed elsewhere, which adds load.
    stickyQueueScheduleToStartTimeout: '5s',
    maxHeartbeatThrottleInterval: settings.DISPATCH_HEARTBEAT_MS / 2,
    // A shutdown waits for sellers' answers in progress.
    shutdownGraceTime: '20s',
    shutdownForceTime: '30s',
  });
}

function interceptorsOf(tracing: Tracing = noTracing): WorkerInterceptors {
  return tracing.isOn ? { activity: [activitySpans(tracing)] } : {};
}
