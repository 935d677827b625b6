/**
 * Takes over the orders of a lost gateway: open orders continue in workflows of their own, and ended
 * ones that no workflow records are recorded together. Repetition, or two watchers at the same time:
 * workflows are started by their ids, and the second watcher finds them started.
 */
import type { Records } from '../../records/connect';
import type { OrderRecording } from './order-recording';
import type { TakenUpOrders } from './taken-up-orders';

const EPOCH = new Date(0);
/** No process makes its attempts any more. */
const UNWATCHED = { taskQueue: null, heartbeatMs: 0 } as const;

export interface LostGatewayDeps {
  readonly records: Pick<Records, 'orders'>;
  readonly takenUp: Pick<TakenUpOrders, 'continueAll'>;
  readonly recording: Pick<OrderRecording, 'sweep'>;
}

/** @throws when some of its orders could not be taken over: they are not in the way of the others */
export async function takeOverGateway(
  { records, takenUp, recording }: LostGatewayDeps,
  gatewayId: string,
): Promise<void> {
  const open = await records.orders
    // The index of open orders includes the time of the last change.
    .find(
      { status: 'open', gatewayId, updatedAt: { $gt: EPOCH }, setAside: { $exists: false } },
      { projection: { _id: 1 } },
    )
    .toArray();
  const orderIds = new Set(open.map(({ _id }) => _id));
  const results = await Promise.allSettled([
    takenUp.continueAll([...orderIds], null),
    recording.sweep(gatewayId, UNWATCHED, (orderId) => orderIds.has(orderId)),
  ]);
  const errors = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
}
