/** How long the namespace keeps ended workflows: a server without its data begins with a day. */
import type { ConnectionLike } from '@temporalio/client';
import type { Logger } from 'pino';

const DAY_SECONDS = 86_400;
/** PERMISSION_DENIED, UNIMPLEMENTED, UNAUTHENTICATED: who may not change it has it set by an operator. */
const FORBIDDEN: readonly unknown[] = [7, 12, 16];

/** Raises a shorter retention, and shortens none. @param days 0 leaves it as it is */
export async function keepRetention(
  connection: Pick<ConnectionLike, 'workflowService'>,
  namespace: string,
  days: number,
  logger: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  const keptDays = await retentionDays(connection, namespace);
  if (keptDays >= days) return;
  const workflowExecutionRetentionTtl = { seconds: (days * DAY_SECONDS) as never };
  const config = { workflowExecutionRetentionTtl };
  try {
    await connection.workflowService.updateNamespace({ namespace, config });
    logger.info({ namespace, days }, 'raised the retention of ended workflows');
  } catch (err) {
    if (!FORBIDDEN.includes((err as { code?: number }).code)) throw err;
    logger.warn({ namespace, keptDays, days }, RETENTION_REMEDY);
  }
}

export async function retentionDays(
  { workflowService }: Pick<ConnectionLike, 'workflowService'>,
  namespace: string,
): Promise<number> {
  const { config } = await workflowService.describeNamespace({ namespace });
  return Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / DAY_SECONDS;
}

export const RETENTION_REMEDY =
  'Raise the retention of the namespace to TEMPORAL_RETENTION_DAYS: histories of ended requests are deleted earlier.';
