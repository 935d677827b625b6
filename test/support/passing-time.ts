/**
 * Simulates weeks on real servers.
 *
 * Tests cannot set the clocks of MongoDB and Redis. Instead the past is shifted: every date in the
 * records becomes older, the book is lost (and rebuilt from the older records), and Temporal skips
 * the same time in the named workflows.
 */
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import Redis from 'ioredis';
import type { Settings } from '../../config/settings';
import type { WritableRecords } from '../../records/connect';
import type { Exchange } from './exchange';
import { until } from './wait';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export interface Place {
  readonly settings: Settings;
  readonly records: WritableRecords;
}

/** Makes the stores' content older by this time. */
export async function age({ settings, records }: Place, passedMs: number): Promise<void> {
  for (const collection of await records.connection.db!.collections()) {
    for await (const document of collection.find()) {
      const older = Object.fromEntries(datesIn(document, passedMs));
      if (Object.keys(older).length === 0) continue;
      await collection.updateOne({ _id: document._id }, { $set: older });
    }
  }
  // Closings have the day in their id: they are made again from the older journals.
  await records.closings.deleteMany({});
  await records.closedDays.deleteMany({});
  // Candles have their minute in it; their follower makes them again for the older trades.
  await records.candles.deleteMany({});
  const redis = new Redis(settings.redisUrl);
  await redis.flushdb();
  redis.disconnect();
}

/** Skips time in a workflow: its timers of that span fire, and its clock advances as much. */
export async function fastForward(
  { workflow, workflowService }: Client,
  workflowId: string,
  passedMs: number,
): Promise<void> {
  const describe = () => workflow.getHandle(workflowId).describe();
  const fastForwardConfig = { id: randomUUID(), duration: msToTs(passedMs) };
  await workflowService.updateWorkflowExecutionOptions({
    namespace: workflow.options.namespace,
    workflowExecution: { workflowId },
    workflowExecutionOptions: { timeSkippingConfig: { enabled: true, fastForwardConfig } },
    updateMask: { paths: ['time_skipping_config'] },
  });
  await until(
    async () => {
      const { raw, status } = await describe();
      const config = raw.workflowExtendedInfo?.timeSkippingInfo?.effectiveConfig;
      return status.name !== 'RUNNING' || (config && !config.enabled); // removed when it has been applied
    },
    { what: `${passedMs} ms to be skipped in ${workflowId}` },
  );
}

/** Passes time for the stores and for these workflows. */
export async function letTimePass(
  exchange: Exchange,
  passedMs: number,
  workflowIds: readonly string[],
): Promise<void> {
  await age(exchange, passedMs);
  for (const workflowId of workflowIds) await fastForward(exchange.temporal, workflowId, passedMs);
}

/** Paths of the dates in a document, with their shifted values. */
function* datesIn(value: unknown, passedMs: number, path = ''): Generator<[string, Date]> {
  if (value instanceof Date) {
    yield [path, new Date(value.getTime() - passedMs)];
    return;
  }
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype;
  if (!isPlain) return;
  for (const [name, part] of Object.entries(value as object)) {
    yield* datesIn(part, passedMs, path === '' ? name : `${path}.${name}`);
  }
}
