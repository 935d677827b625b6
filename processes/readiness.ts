/** Whether a gateway can serve: each store asked, each answer with its reason. */
import type { Temporal } from '../temporal/connection';
import type { Stores } from './parts';

const PROBE_MS = 2_000;

export interface ReadinessReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly reason?: string }>>;
}

export function readiness(stores: Stores, temporal: Temporal): () => Promise<ReadinessReport> {
  const probes: Record<string, () => Promise<unknown>> = {
    mongodb: () => stores.records.connection.db!.command({ ping: 1 }),
    redis: () => stores.redis.ping(),
    temporal: () => temporal.client.workflowService.getSystemInfo({}),
  };
  return async () => {
    const entries = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => [name, await check(probe)] as const),
    );
    return { ready: entries.every(([, { ok }]) => ok), checks: Object.fromEntries(entries) };
  };
}

async function check(probe: () => Promise<unknown>): Promise<{ ok: boolean; reason?: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PROBE_MS} ms`)), PROBE_MS);
  });
  try {
    await Promise.race([probe(), late]);
    return { ok: true };
  } catch (err) {
    return { ok: false, reason: err instanceof Error ? err.message : String(err) };
  } finally {
    clearTimeout(timer);
  }
}
