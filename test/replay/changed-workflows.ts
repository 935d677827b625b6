/**
 * Today's workflows, each with one step more at its start: a change as a release may make it. The tests
 * bundle this file as it is, and once more with GUARDED set.
 */
import { patched, proxyActivities } from '@temporalio/workflow';
import * as today from '../../workflows';

const GUARDED = false;

const { oneStepMore } = proxyActivities<{ oneStepMore(): Promise<void> }>({
  startToCloseTimeout: '1s',
});

type Workflow = (...args: never[]) => Promise<unknown>;

function changed<Changed extends Workflow>(workflow: Changed): Changed {
  const longer = async (...args: Parameters<Changed>) => {
    if (!GUARDED || patched('one-step-more')) await oneStepMore();
    return workflow(...args);
  };
  return longer as Changed;
}

export const chatOrder = changed(today.chatOrder);
export const contractOrder = changed(today.contractOrder);
export const deliveryLot = changed(today.deliveryLot);
export const orderBatch = changed(today.orderBatch);
export const reconciliation = changed(today.reconciliation);
export const seller = changed(today.seller);
export const ticketPurchase = changed(today.ticketPurchase);
export const upkeep = changed(today.upkeep);
