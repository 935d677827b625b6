/**
 * The activities of workflows/maintenance.ts. Repetition finds no remaining work and counts the
 * same.
 */
import { log } from '@temporalio/activity';
import { countsOf, reconcile } from '../exchange/reconcile';
import { takeReputationSnapshots } from '../records/reputations/take-snapshots';
import type { AbandonedOrders } from './abandoned-orders';
import type { ContractMaintenance } from './contract-maintenance';
import type { ExchangeDeps } from '../exchange/deps';

/** The number of violations, and of invariants that could not be checked. */
export interface LedgerCheck {
  readonly violations: number;
  readonly unchecked: number;
}

export interface MaintenanceActivities {
  /**
   * Also takes due reputation snapshots and maintains standings.
   * @returns the number of finished orders
   */
  finishOrphans(): Promise<number>;
  /** Results are logged and served at the operator port. */
  checkLedger(): Promise<LedgerCheck>;
}

export function createMaintenanceActivities(
  { records, standings, settings }: Pick<ExchangeDeps, 'records' | 'standings' | 'settings'>,
  orders: Pick<AbandonedOrders, 'end'>,
  contracts: Pick<ContractMaintenance, 'finishOrphans'>,
): MaintenanceActivities {
  /** A failure does not stop the other tasks; the next run retries it. */
  const late = (what: string) => (err: Error) => {
    log.warn(`${what} are late`, { err: err.message });
    return 0;
  };

  return {
    async finishOrphans() {
      const finished = await contracts.finishOrphans().catch(late('Contracts'));
      const ended = await orders.end().catch(late('Abandoned orders'));
      await takeReputationSnapshots(records, new Date(), settings.JUDGING_WINDOW_MS).catch(
        late('Snapshots of reputations'),
      );
      await standings.sweep().catch(late('Standings'));
      return finished + ended;
    },

    async checkLedger() {
      const { results } = await reconcile(records);
      for (const { id, name, violations, samples, error } of results) {
        if (violations > 0)
          log.error('An invariant is violated', { id, name, violations, samples });
        if (error !== null) log.error('An invariant could not be checked', { id, name, error });
      }
      return countsOf(results);
    },
  };
}
