import type { Records } from '../../records/connect';
import { writable } from '../../records/writable';

/** Records that an order of this gateway belongs to another workflow. */
export async function recordWorkflow(
  { orders }: Pick<Records, 'orders'>,
  orderId: string,
  gatewayId: string,
  workflowId: string,
): Promise<void> {
  await writable(orders).updateOne({ _id: orderId, gatewayId }, { $set: { workflowId } });
}
