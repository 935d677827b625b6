/** Whether a process is ready: probes each part and reports the reason of a failure. */
import type { Readiness } from '../api/operator/health';
import type { Settings } from '../config/settings';
import { inTime } from '../domain/in-time';
import { idleSchedules } from '../temporal/schedules';
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

/** @param warn what is not as it should be, and keeps no request from being served */
export function readiness(
  probes: Probes,
  warn: () => Promise<string[]> = async () => [],
): () => Promise<Readiness> {
  return async () => {
    const [entries, warnings] = await Promise.all([
      Promise.all(
        Object.entries(probes).map(async ([name, probe]) => [name, await check(probe)] as const),
      ),
      inTime(warn(), PROBE_MS).catch(() => []), // what cannot be asked fails its own check
    ]);
    const ready = entries.every(([, said]) => said === OK);
    return { ready, checks: Object.fromEntries(entries), warnings };
  };
}

/** A paused schedule does nothing, for ever, and nothing else says so. */
function scheduleWarnings(
  { client }: Pick<Temporal, 'client'>,
  { TOKENBOOK_DEPLOYMENT }: Pick<Settings, 'TOKENBOOK_DEPLOYMENT'>,
): () => Promise<string[]> {
  return async () =>
    (await idleSchedules(client, TOKENBOOK_DEPLOYMENT)).map(
      ({ scheduleId, state }) => `The schedule ${scheduleId} is ${state}.`,
    );
}

/** Of a process that needs Temporal. */
export function readinessWith(
  probes: Probes,
  temporal: Pick<Temporal, 'client'>,
  settings: Pick<Settings, 'TOKENBOOK_DEPLOYMENT'>,
): () => Promise<Readiness> {
  const asked = { ...probes, ...temporalProbe(temporal) };
  return readiness(asked, scheduleWarnings(temporal, settings));
}

export function storeProbes({ records, redis }: Stores): Probes {
  return {
    mongodb: () => records.connection.db!.command({ ping: 1 }),
    redis: () => redis.eval(MAY_WRITE, 0),
  };
}

function temporalProbe({ client }: Pick<Temporal, 'client'>): Probes {
  return { temporal: () => client.workflowService.getSystemInfo({}) };
}

async function check(probe: () => Promise<unknown>): Promise<string> {
  try {
    await inTime(probe(), PROBE_MS);
    return OK;
  } catch (err) {
    return err instanceof Error ? err.message : String(err);
  }
}
