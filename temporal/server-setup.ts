/** What workflows need of the Temporal server: search attributes, retention, and the schedules of the maintenance. */
import type { Logger } from 'pino';
import type { Settings } from '../config/settings';
import type { Temporal } from './connection';
import { keepRetention } from './retention';
import { registerSearchAttributes } from './register-search-attributes';
import { ensureSchedules } from './schedules';

/** Creates what is missing. @throws Error when the schedules cannot be created */
export async function setUpTemporal(
  { client, connection }: Pick<Temporal, 'client' | 'connection'>,
  deployment: Pick<
    Settings,
    'TEMPORAL_NAMESPACE' | 'TEMPORAL_RETENTION_DAYS' | 'TOKENBOOK_DEPLOYMENT'
  >,
  logger: Pick<Logger, 'error' | 'info' | 'warn'>,
): Promise<void> {
  const { TEMPORAL_NAMESPACE: namespace, TEMPORAL_RETENTION_DAYS: days } = deployment;
  await registerSearchAttributes(connection, namespace, logger);
  await keepRetention(connection, namespace, days, logger);
  await ensureSchedules(client, deployment.TOKENBOOK_DEPLOYMENT);
}
