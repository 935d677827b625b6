/** Whether a process is ready: probes each part and reports the reason of a failure. */
import type { Readiness } from '../api/operator/health';
import type { Temporal } from '../temporal/connection';
import type { Stores } from './parts';

const PROBE_MS = 2_000;
const OK = 'ok';
/**
 * A script that may write, and does not: refused by a Redis that refuses writes, because its memory or
 * its disk is full. Such a server still answers `PING`.
 */
const MAY_WRITE = '#!lua\nreturn 1';

/** By the name of the part; a failing probe rejects with the reason. */
type Probes = Readonly<Record<string, () => Promise<unknown>>>;

export function readiness(probes: Probes): () => Promise<Readiness> {
  return async () => {
    const entries = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => [name, await check(probe)] as const),
    );
    return { ready: entries.every(([, said]) => said === OK), checks: Object.fromEntries(entries) };
  };
}

export function storeProbes({ records, redis }: Stores): Probes {
  return {
    mongodb: () => records.connection.db!.command({ ping: 1 }),
    redis: () => redis.eval(MAY_WRITE, 0),
  };
}

export function temporalProbe({ client }: Pick<Temporal, 'client'>): Probes {
  return { temporal: () => client.workflowService.getSystemInfo({}) };
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
