/** Schedules and search attributes that somebody removed from Temporal, or that it lost, come back. */
import { randomBytes } from 'node:crypto';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { scheduledWorkflowId } from '../../domain/workflow-names';
import { KeptSetup } from '../../processes/kept-setup';
import {
  SEARCH_ATTRIBUTES,
  unfitSearchAttributes,
} from '../../temporal/register-search-attributes';
import { setUpTemporal } from '../../temporal/server-setup';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

const DAYS = 30;
const NAMES = ['upkeep', 'reconciliation', 'full-reconciliation'];

let connection: NativeConnection;
beforeAll(async () => {
  const { temporalAddress } = sharedServers().addresses;
  connection = await NativeConnection.connect({ address: temporalAddress });
});
afterAll(() => connection.close());

/** A namespace of its own, in which nothing is set up. */
async function newNamespace(): Promise<string> {
  const namespace = `setup-${randomBytes(4).toString('hex')}`;
  const workflowExecutionRetentionPeriod = { seconds: 86_400 as never };
  const { workflowService } = connection;
  await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  await until(() => unfitSearchAttributes(connection, namespace), { what: 'the namespace' });
  return namespace;
}

async function retentionDays(namespace: string): Promise<number> {
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  return Number(config?.workflowExecutionRetentionTtl?.seconds) / 86_400;
}

async function retain(namespace: string, days: number): Promise<void> {
  const workflowExecutionRetentionTtl = { seconds: (days * 86_400) as never };
  const config = { workflowExecutionRetentionTtl };
  await connection.workflowService.updateNamespace({ namespace, config });
}

test('what was removed is created again while a worker runs', async () => {
  const namespace = await newNamespace();
  const deployment = {
    TEMPORAL_NAMESPACE: namespace,
    TOKENBOOK_DEPLOYMENT: namespace,
    TEMPORAL_RETENTION_DAYS: DAYS,
  };
  const client = new Client({ connection, namespace });
  const warnings: unknown[] = [];
  const warn = (...said: unknown[]) => warnings.push(said);
  const logger = { info: () => undefined, error: warn, warn };
  const handles = NAMES.map((name) =>
    client.schedule.getHandle(scheduledWorkflowId(namespace, name)),
  );
  const areThere = async () => {
    expect(await unfitSearchAttributes(connection, namespace)).toEqual([]);
    expect(await retentionDays(namespace)).toBe(DAYS);
    return Promise.all(handles.map((handle) => handle.describe()));
  };
  const begin = () =>
    KeptSetup.keep(
      { Temporal: () => setUpTemporal({ client, connection }, deployment, logger as never) },
      logger as never,
      100,
    );
  const starting = async () => (await Promise.allSettled([begin()]))[0];

  // A new namespace is known to all parts of the server after some seconds.
  const started = await until(
    async () => {
      const outcome = await starting();
      return outcome?.status === 'fulfilled' ? outcome.value : null;
    },
    { what: 'the setup', timeoutMs: 30_000 },
  );
  await until(areThere, { what: 'attributes and schedules', timeoutMs: 30_000 });

  for (const handle of handles) await handle.delete();
  await retain(namespace, 1);
  const searchAttributes = [...SEARCH_ATTRIBUTES];
  await connection.operatorService.removeSearchAttributes({ namespace, searchAttributes });
  await until(areThere, { what: 'them to be there again', timeoutMs: 30_000 });
  await retain(namespace, 2 * DAYS);
  await setUpTemporal({ client, connection }, deployment, logger as never);
  expect(await retentionDays(namespace)).toBe(2 * DAYS);
  await started.stop();
});
