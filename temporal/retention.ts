/** How long the namespace keeps ended workflows: a server without its data begins with a day. */
import type { ConnectionLike } from '@temporalio/client';
import type { Logger } from 'pino';

const DAY_SECONDS = 86_400;
/** PERMISSION_DENIED, UNIMPLEMENTED, UNAUTHENTICATED: who may not change it has it set by an operator. */
const FORBIDDEN: readonly unknown[] = [7, 12, 16];

/** Raises a shorter retention, and shortens none. @param days 0 leaves it as it is */
export async function keepRetention(
  { workflowService }: Pick<ConnectionLike, 'workflowService'>,
  namespace: string,
  days: number,
  logger: Pick<Logger, 'info'>,
): Promise<void> {
  if (days === 0) return;
  const { config } = await workflowService.describeNamespace({ namespace });
  const seconds = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0);
  if (seconds >= days * DAY_SECONDS) return;
  const workflowExecutionRetentionTtl = { seconds: (days * DAY_SECONDS) as never };
  try {
    await workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl } });
    logger.info({ namespace, days }, 'raised the retention of ended workflows');
  } catch (err) {
    if (!FORBIDDEN.includes((err as { code?: number }).code)) throw err;
  }
}
