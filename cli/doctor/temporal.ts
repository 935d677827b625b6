/** Temporal: version, namespace, its retention, and the search attributes of this release. */
import { Client, Connection } from '@temporalio/client';
import { OLDEST, isRecentEnough } from '../../config/server-versions';
import type { Settings } from '../../config/settings';
import { connectionFailure } from '../../temporal/connection-failure';
import { clientOptions } from '../../temporal/connection-options';
import {
  SEARCH_ATTRIBUTES,
  unfitSearchAttributes,
} from '../../temporal/register-search-attributes';
import { FailingWorkflows } from '../../temporal/failing-workflows';
import { RETENTION_REMEDY, retentionDays } from '../../temporal/retention';
import { idleSchedules } from '../../temporal/schedules';
import { type Finding, fail, ok, warn } from './finding';

const CONNECT_MS = 5_000;

export async function checkTemporal(settings: Settings): Promise<Finding[]> {
  let connection: Connection | null = null;
  try {
    const options = clientOptions(settings);
    connection = await Connection.connect({ ...options, connectTimeout: CONNECT_MS }).catch(
      async (err: unknown) => {
        throw await connectionFailure(settings, err);
      },
    );
    const { serverVersion } = await connection.workflowService.getSystemInfo({});
    const version = checkVersion(serverVersion ?? 'unknown');
    const namespace = await checkNamespace(connection, settings);
    if (namespace.some(({ check, status }) => check === 'namespace' && status === 'fail'))
      return [version, ...namespace];
    return [version, ...namespace, ...(await checkWorkflows(connection, settings))];
  } catch (err) {
    const remedy =
      'Start it ("npm start" does), or correct TEMPORAL_ADDRESS and the settings of TLS.';
    return [fail('temporal', (err as Error).message, remedy)];
  } finally {
    await connection?.close();
  }
}

function checkVersion(version: string): Finding {
  if (isRecentEnough(version, OLDEST.temporal)) return ok('temporal', version);
  return fail('temporal', version, `Install Temporal ${OLDEST.temporal.join('.')} or later.`);
}

async function checkNamespace(
  connection: Connection,
  { TEMPORAL_NAMESPACE: namespace, TEMPORAL_RETENTION_DAYS: days }: Settings,
): Promise<Finding[]> {
  let keptDays: number;
  try {
    keptDays = await retentionDays(connection, namespace);
  } catch (err) {
    const remedy = 'Create it, or correct TEMPORAL_NAMESPACE.';
    const { details, message } = err as Error & { readonly details?: string };
    return [fail('namespace', `${namespace}: ${details ?? message}`, remedy)];
  }
  const attributes = await checkAttributes(connection, namespace);
  const retention = checkRetention(keptDays, days, attributes.status !== 'warn');
  return [ok('namespace', namespace), retention, attributes];
}

/** @param isSetUp a worker has run, which raises a short retention where its rights allow that */
function checkRetention(keptDays: number, days: number, isSetUp: boolean): Finding {
  const kept = `${keptDays} days`;
  if (keptDays >= days) return ok('retention', kept);
  if (isSetUp) return fail('retention', kept, RETENTION_REMEDY);
  return warn('retention', kept, `A worker raises it to ${days} days when it starts, if it may.`);
}

async function checkAttributes(connection: Connection, namespace: string): Promise<Finding> {
  const what = 'search attributes';
  const unfit = await unfitSearchAttributes(connection, namespace);
  const others = unfit.filter(({ found }) => found !== null);
  if (others.length > 0) {
    const named = others.map(({ name, type, found }) => `${name} is ${found}, not ${type}`);
    return fail(
      what,
      named.join(', '),
      'Other programs use these names: choose another namespace.',
    );
  }
  if (unfit.length === 0) return ok(what, `${SEARCH_ATTRIBUTES.length} registered`);
  const missing = unfit.map(({ name }) => name).join(', ');
  const remedy =
    'A worker registers them when it starts; where it must not, see docs/operate/servers.md.';
  return warn(what, `missing: ${missing}`, remedy);
}

/** A schedule that starts nothing, and workflows whose tasks fail. */
async function checkWorkflows(
  connection: Connection,
  { TEMPORAL_NAMESPACE: namespace, TOKENBOOK_DEPLOYMENT: deployment }: Settings,
): Promise<Finding[]> {
  const client = new Client({ connection, namespace });
  const idle = await idleSchedules(client, deployment);
  const failing = await new FailingWorkflows(client, deployment).count();
  const paused = idle.filter(({ state }) => state === 'paused');
  const named = idle.map(({ scheduleId, state }) => `${scheduleId} is ${state}`).join(', ');
  const unpause = paused
    .map(({ scheduleId }) => `temporal schedule toggle --unpause --schedule-id ${scheduleId}`)
    .join('; ');
  return [
    idle.length === 0
      ? ok('schedules', 'all run')
      : paused.length === 0
        ? warn('schedules', named, 'A worker creates them: start one.')
        : fail('schedules', named, unpause),
    failing
      ? fail('workflows', `${failing} fail`, 'docs/operate/runbook.md, "A stuck workflow".')
      : ok('workflows', failing === null ? 'this server does not report failures' : 'none fails'),
  ];
}
