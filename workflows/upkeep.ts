/**
 * Upkeep: started by a schedule, it finishes what a story could not finish itself. An operator's
 * Terminate runs no compensation and a server can lose its histories; the records know what was
 * reserved, so what is still open without a running workflow is released here.
 */
import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { UpkeepActivities } from '../activities/upkeep';

const { finishOrphans } = proxyActivities<UpkeepActivities>({
  startToCloseTimeout: '2m',
  retry: { maximumAttempts: 3 },
  summary: 'Finish orders whose workflow is gone',
});

const { checkLedger } = proxyActivities<UpkeepActivities>({
  startToCloseTimeout: '30m',
  retry: { maximumAttempts: 3 },
  summary: 'Check every invariant of the records',
});

/** Started hourly: whether the records still add up. A violation is reported; only a person decides on its repair. */
export async function reconciliation(): Promise<{ violations: number }> {
  const violations = await checkLedger();
  setCurrentDetails(violations === 0 ? 'Everything adds up' : `**${violations} violations**`);
  return { violations };
}

export async function upkeep(): Promise<{ finished: number }> {
  return { finished: await finishOrphans() };
}
