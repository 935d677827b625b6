/**
 * Takes over the orders of a lost gateway: open orders continue in workflows of their own, and
 * orders that ended without a workflow are recorded. Repetition, or two watchers at the same time:
 * workflows are started by their ids, and the second watcher finds them started.
 */
import { lowestUuidV7At } from '../domain/ids';
import { type OrderBatch, recordedOrder } from '../domain/order-batch';
import type { GatewayDocument } from '../records/gateway';
import type { Records } from '../records/connect';
import type { TakeUp } from './gateways';
import type { TakenUpOrders } from './chat/taken-up-orders';
import { writable } from '../records/writable';

/** Maximum time between the arrival of a request, which its id states, and its place in a batch. */
const MATCHED_WITHIN_MS = 60_000;
const EPOCH = new Date(0);

export class LostGateways {
  constructor(
    private readonly records: Pick<Records, 'gateways' | 'orders' | 'fills'>,
    private readonly takenUp: Pick<TakenUpOrders, 'continueAll'>,
    private readonly startBatch: (workflowId: string, batch: OrderBatch) => Promise<void>,
  ) {}

  async takeUp(gateway: GatewayDocument, takeUp: TakeUp): Promise<void> {
    const { _id: gatewayId, beats } = gateway;
    const open = await this.records.orders
      // The index of open orders includes the time of the last change.
      .find({ status: 'open', gatewayId, updatedAt: { $gt: EPOCH } }, { projection: { _id: 1 } })
      .toArray();
    const orderIds = open.map(({ _id }) => _id);
    await this.takenUp.continueAll(orderIds, null);
    if (takeUp !== 'again') await this.record(gateway);
    // A gateway that was only paused has incremented its count since, and keeps its record.
    if (takeUp === 'last')
      await writable(this.records.gateways).deleteOne({ _id: gatewayId, beats });
  }

  /** Records orders that ended before their workflow was started. */
  private async record(gateway: GatewayDocument): Promise<void> {
    const { _id: gatewayId, startedThrough, unstartedSince } = gateway;
    const sinceMs = (unstartedSince?.getTime() ?? Date.now()) - MATCHED_WITHIN_MS;
    const orders = await this.records.orders
      .find({ _id: { $gte: lowestUuidV7At(sinceMs) }, gatewayId })
      .toArray();
    const batches = new Map<string, typeof orders>();
    for (const order of orders) {
      const { workflowId, fillId } = order;
      if (!fillId || !workflowId || sequenceOf(workflowId) <= startedThrough) continue;
      batches.set(workflowId, [...(batches.get(workflowId) ?? []), order]);
    }
    for (const [workflowId, members] of batches) {
      await this.startBatch(workflowId, {
        taskQueue: null,
        heartbeatMs: 0,
        orders: members.map(({ _id: orderId, fillId, accountId, requestId }) =>
          recordedOrder({ orderId, fillId: fillId!, accountId, requestId }),
        ),
      });
    }
  }
}

/** The number of a batch, the last part of its workflow's id. */
function sequenceOf(workflowId: string): number {
  return Number.parseInt(workflowId.slice(workflowId.lastIndexOf('-') + 1), 10);
}
