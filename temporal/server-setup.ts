/** What workflows need of the Temporal server: its search attributes, and the schedules of the maintenance. */
import type { Logger } from 'pino';
import type { Settings } from '../config/settings';
import type { Temporal } from './connection';
import { registerSearchAttributes } from './register-search-attributes';
import { ensureSchedules } from './schedules';

/** Creates what is missing. @throws Error when the schedules cannot be created */
export async function setUpTemporal(
  { client, connection }: Pick<Temporal, 'client' | 'connection'>,
  deployment: Pick<Settings, 'TEMPORAL_NAMESPACE' | 'TOKENBOOK_DEPLOYMENT'>,
  logger: Pick<Logger, 'error' | 'info' | 'warn'>,
): Promise<void> {
  await registerSearchAttributes(connection, deployment.TEMPORAL_NAMESPACE, logger);
  await ensureSchedules(client, deployment.TOKENBOOK_DEPLOYMENT);
}
