/** Whether a gateway can serve: each store asked, each answer with its reason. */
import type { Readiness } from '../api/operator/surface';
import type { Temporal } from '../temporal/connection';
import type { Stores } from './parts';

const PROBE_MS = 2_000;
const OK = 'ok';

type Probes = Readonly<Record<string, () => Promise<unknown>>>;

/** @param further what else the process needs */
export function readiness(
  stores: Stores,
  temporal: Temporal,
  further: Probes = {},
): () => Promise<Readiness> {
  const probes: Probes = {
    mongodb: () => stores.records.connection.db!.command({ ping: 1 }),
    redis: () => stores.redis.ping(),
    temporal: () => temporal.client.workflowService.getSystemInfo({}),
    ...further,
  };
  return async () => {
    const entries = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => [name, await check(probe)] as const),
    );
    return { ready: entries.every(([, said]) => said === OK), checks: Object.fromEntries(entries) };
  };
}

async function check(probe: () => Promise<unknown>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PROBE_MS} ms`)), PROBE_MS);
  });
  try {
    await Promise.race([probe(), late]);
    return OK;
  } catch (err) {
    return err instanceof Error ? err.message : String(err);
  } finally {
    clearTimeout(timer);
  }
}
