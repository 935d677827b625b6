/**
 * Maintenance: started by a schedule, it finishes what a workflow could not finish itself. An operator's
 * Terminate runs no compensation and a server can lose its histories; the records know what was
 * reserved, so what is still open without a running workflow is released here.
 */
import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { LedgerCheck, MaintenanceActivities } from '../activities/maintenance';

const { finishOrphans } = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '2m',
  heartbeatTimeout: '30s',
  retry: { maximumAttempts: 3 },
  summary: 'Finish orders whose workflow is gone',
});

const { checkLedger } = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '30m',
  heartbeatTimeout: '30s',
  retry: { maximumAttempts: 3 },
  summary: 'Check every invariant of the records',
});

/**
 * Started hourly: whether the records still add up. A violation is reported, and so is an invariant
 * that could not be checked; only a person decides on a repair.
 */
export async function reconciliation(): Promise<LedgerCheck> {
  const found: LedgerCheck | number = await checkLedger();
  // Steps of before told the violations alone.
  const check = typeof found === 'number' ? { violations: found, unchecked: 0 } : found;
  setCurrentDetails(summaryOf(check));
  return check;
}

function summaryOf({ violations, unchecked }: LedgerCheck): string {
  if (violations === 0 && unchecked === 0) return 'Everything adds up';
  const notChecked = unchecked === 0 ? '' : `, **${unchecked} not checked**`;
  return `**${violations} violations**${notChecked}`;
}

export async function maintenance(): Promise<{ finished: number }> {
  return { finished: await finishOrphans() };
}
