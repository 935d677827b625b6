/**
 * Maintenance, started by a schedule, finishes what a workflow could not finish itself. A workflow
 * that an operator terminated runs no compensation, and a server can lose its histories. The
 * records state what was reserved, so open reservations without a running workflow are released
 * here.
 */
import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { LedgerCheck, MaintenanceActivities } from '../activities/maintenance';

const { finishOrphans } = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '2m',
  heartbeatTimeout: '30s',
  retry: { maximumAttempts: 3 },
  summary: 'End orders whose workflow is gone',
});

const { checkLedger } = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '30m',
  heartbeatTimeout: '30s',
  retry: { maximumAttempts: 3 },
  summary: 'Check every invariant of the records',
});

const { checkWholeLedger } = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '6h',
  heartbeatTimeout: '30s',
  retry: { maximumAttempts: 2 },
  summary: 'Check every invariant over all records, when it is due',
});

/**
 * Reconciliation, started hourly, checks that the records balance. It reports violations and
 * invariants that could not be checked; only an operator decides on a repair.
 * @param extent `all` for every record, when that is due
 */
export async function reconciliation(
  extent: 'recent' | 'all' = 'recent',
): Promise<LedgerCheck | null> {
  const found: LedgerCheck | number | null =
    extent === 'all' ? await checkWholeLedger() : await checkLedger();
  if (found === null) return null;
  // Earlier versions of the activity returned the number of violations alone.
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
