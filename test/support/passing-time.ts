/**
 * Weeks that pass in a moment, on real servers.
 *
 * MongoDB and Redis have no clock that a test could set. So the past is moved away instead: every
 * date in the records becomes older, the book is lost (it is rebuilt from the older records), and
 * Temporal skips the same time in the workflows that are named. To everyone who reads a clock it is
 * then as if that much time had passed.
 */
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import Redis from 'ioredis';
import type { Settings } from '../../config/settings';
import type { WritableRecords } from '../../records/connect';
import { until } from './wait';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export interface Place {
  readonly settings: Settings;
  readonly records: WritableRecords;
}

/** Time passes for the stores: what they hold becomes older. */
export async function age({ settings, records }: Place, passedMs: number): Promise<void> {
  for (const collection of await records.connection.db!.collections()) {
    for await (const document of collection.find()) {
      const older = Object.fromEntries(datesIn(document, passedMs));
      if (Object.keys(older).length === 0) continue;
      await collection.updateOne({ _id: document._id }, { $set: older });
    }
  }
  const redis = new Redis(settings.redisUrl);
  await redis.flushdb();
  redis.disconnect();
}

/** Time passes for a workflow: its timers of that span fire, and its clock is ahead by as much. */
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
      return status.name !== 'RUNNING' || (config && !config.enabled); // off once it is there
    },
    { what: `${passedMs} ms to be skipped in ${workflowId}` },
  );
}

/** Time passes for the stores, and for these workflows. */
export async function letTimePass(
  place: Place,
  client: Client,
  passedMs: number,
  workflowIds: readonly string[],
): Promise<void> {
  await age(place, passedMs);
  for (const workflowId of workflowIds) await fastForward(client, workflowId, passedMs);
}

/** Paths of the dates in a document, and what they become. */
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
