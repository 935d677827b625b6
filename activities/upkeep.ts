/** The steps of workflows/upkeep.ts. Twice: they find nothing left to do, and count the same. */
import { log } from '@temporalio/activity';
import { reconcile } from '../records/reconcile';
import { takeReputationSnapshots } from '../records/reputations/take-snapshots';
import type { ContractUpkeep } from './contract-upkeep';
import type { ActivityDeps } from './deps';
import type { MatchActivities } from './match';

/** An order younger than this is left to its own workflow, whatever visibility says. */
const ORPHAN_AGE_MS = 60_000;
const ORDERS_PER_RUN = 500;

export interface UpkeepActivities {
  /**
   * Also takes the snapshots of reputations that are due, and looks after standings.
   * @returns how many orders were finished
   */
  finishOrphans(): Promise<number>;
  /** @returns how many violations were found; they are in the log and at the operator's port */
  checkLedger(): Promise<number>;
}

/** @param isRunning asks Temporal whether the workflow of an order runs */
export function createUpkeepActivities(
  { records, standings }: Pick<ActivityDeps, 'records' | 'standings'>,
  { unmatch }: Pick<MatchActivities, 'unmatch'>,
  isRunning: (workflowId: string) => Promise<boolean>,
  contracts: Pick<ContractUpkeep, 'finishOrphans'>,
): UpkeepActivities {
  return {
    async finishOrphans() {
      const before = new Date(Date.now() - ORPHAN_AGE_MS);
      const orders = await records.orders
        .find({ status: 'open', updatedAt: { $lt: before } }, { limit: ORDERS_PER_RUN })
        .toArray();
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
      for (const { id, name, violations, samples } of results) {
        if (violations > 0)
          log.error('An invariant is violated', { id, name, violations, samples });
      }
      return results.reduce((sum, { violations }) => sum + violations, 0);
    },
  };
}
