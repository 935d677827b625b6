/** Runs the workers of a process and stops them in order. */
import { Runtime, type Worker, makeTelemetryFilterString } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Temporal } from '../temporal/connection';
import type { Queue } from '../domain/workflow-names';
import { registerSearchAttributes } from '../temporal/register-search-attributes';
import { createActivityWorker, createWorker, loadWorkflowBundle } from '../temporal/worker';
import { TemporalMetrics } from './temporal-metrics';
import { type ExchangeParts, type Stores, buildActivities } from './parts';

const EXPECTED: ReadonlySet<string> = new Set([
  // A refused order, which is reported to its buyer.
  'Workflow failed',
  // A gateway's host reports attempts only.
  'No workflows registered, not polling for workflow tasks',
]);

export interface RunningWorkers {
  stop(): Promise<void>;
}

/**
 * Routes Temporal's own log through the process logger; must be called before the first connection.
 * @returns its metrics, if somebody will read them
 */
export function installRuntime(logger: Logger, isMeasured = true): TemporalMetrics | null {
  const metrics = isMeasured ? new TemporalMetrics() : null;
  const temporal = logger.child({ part: 'temporal' });
  Runtime.install({
    shutdownSignals: [],
    // The native part logs through the same logger, not as text of its own.
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'WARN' }) },
      ...(metrics && { metrics: { buffer: metrics.buffer } }),
    },
    logger: {
      // Of the native part.
      log: (level, message, meta) =>
        temporal[level === 'ERROR' ? 'error' : level === 'WARN' ? 'warn' : 'debug'](
          meta ?? {},
          message,
        ),
      trace: (message, meta) => temporal.trace(meta ?? {}, message),
      debug: (message, meta) => temporal.debug(meta ?? {}, message),
      info: (message, meta) => temporal.debug(meta ?? {}, message),
      warn: (message, meta) =>
        temporal[EXPECTED.has(message) ? 'debug' : 'warn'](meta ?? {}, message),
      error: (message, meta) => temporal.error(meta ?? {}, message),
    },
  });
  return metrics;
}

export async function startWorkers(
  queues: readonly Queue[],
  stores: Stores,
  temporal: Temporal,
  exchange: ExchangeParts,
): Promise<RunningWorkers> {
  const bundle = await loadWorkflowBundle();
  const activities = buildActivities(stores, temporal, exchange);
  const { settings, tracing } = stores;
  const parts = { settings, connection: temporal.connection, bundle, activities, tracing };
  const { TEMPORAL_NAMESPACE } = settings;
  await registerSearchAttributes(temporal.connection, TEMPORAL_NAMESPACE, stores.logger);
  const workers = await Promise.all(queues.map((queue) => createWorker(queue, parts)));
  return running(workers, stores);
}

/** The worker by which a gateway reports the attempts that it makes. */
export async function startAttemptWorker(
  taskQueue: string,
  stores: Stores,
  temporal: Temporal,
  activities: object,
): Promise<RunningWorkers> {
  const { settings, tracing } = stores;
  const { connection } = temporal;
  const parts = { settings, connection, activities, tracing };
  const worker = await createActivityWorker(taskQueue, parts);
  return running([worker], stores);
}

function running(workers: readonly Worker[], { logger }: Stores): RunningWorkers {
  const runs = workers.map((worker) =>
    worker.run().catch((err: unknown) => {
      // The process exits so that the supervisor restarts it.
      logger.fatal({ err }, 'a worker failed');
      process.kill(process.pid, 'SIGTERM');
    }),
  );
  return {
    async stop() {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await Promise.all(runs);
    },
  };
}
