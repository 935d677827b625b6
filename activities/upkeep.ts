/** The steps of workflows/upkeep.ts. Twice: they find nothing left to do, and count the same. */
import { log } from '@temporalio/activity';
import { countsOf, reconcile } from '../records/reconcile';
import { takeReputationSnapshots } from '../records/reputations/take-snapshots';
import type { ContractUpkeep } from './contract-upkeep';
import type { ActivityDeps } from './deps';
import type { MatchActivities } from './match';

/** An order younger than this is left to its own workflow, whatever visibility says. */
const ORPHAN_AGE_MS = 60_000;
const ORDERS_PER_RUN = 500;

/** How many violations were found, and how many invariants could not be checked. */
export interface LedgerCheck {
  readonly violations: number;
  readonly unchecked: number;
}

export interface UpkeepActivities {
  /**
   * Also takes the snapshots of reputations that are due, and looks after standings.
   * @returns how many orders were finished
   */
  finishOrphans(): Promise<number>;
  /** What was found is in the log and at the operator's port. */
  checkLedger(): Promise<LedgerCheck>;
}

/** @param isRunning asks Temporal whether the workflow of an order runs */
export function createUpkeepActivities(
  { records, standings }: Pick<ActivityDeps, 'records' | 'standings'>,
  { unmatch }: Pick<MatchActivities, 'unmatch'>,
  isRunning: (workflowId: string) => Promise<boolean>,
  contracts: Pick<ContractUpkeep, 'finishOrphans'>,
): UpkeepActivities {
  /** Long requests may be many and all at work: each run looks at the next of them. */
  let behindId = '';

  return {
    async finishOrphans() {
      const before = new Date(Date.now() - ORPHAN_AGE_MS);
      const orders = await records.orders
        .find({ status: 'open', updatedAt: { $lt: before }, _id: { $gt: behindId } })
        .sort({ _id: 1 })
        .limit(ORDERS_PER_RUN)
        .toArray();
      behindId = orders.length === ORDERS_PER_RUN ? orders.at(-1)!._id : '';
      let finished = await contracts.finishOrphans();
      for (const order of orders) {
        if (await isRunning(order.workflowId)) continue;
        await unmatch(order._id, 'workflow_gone');
        await records.closeRefused(order._id, {
          code: 'service_unavailable',
          message: 'The order was ended before it was filled. Nothing was charged.',
        });
        finished += 1;
      }
      await takeReputationSnapshots(records).catch((err: Error) => {
        log.warn('Snapshots of reputations are late', { err: err.message });
      });
      await standings.sweep().catch((err: Error) => {
        log.warn('Standings are late', { err: err.message });
      });
      return finished;
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
