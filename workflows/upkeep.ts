/**
 * Upkeep: started by a schedule, it finishes what a story could not finish itself. An operator's
 * Terminate runs no compensation and a server can lose its histories; the records know what was
 * reserved, so what is still open without a running workflow is released here.
 */
import { proxyActivities } from '@temporalio/workflow';
import type { UpkeepActivities } from '../activities/upkeep';

const { finishOrphans } = proxyActivities<UpkeepActivities>({
  startToCloseTimeout: '2m',
  retry: { maximumAttempts: 3 },
  summary: 'Finish orders whose workflow is gone',
});

export async function upkeep(): Promise<{ finished: number }> {
  return { finished: await finishOrphans() };
}
