/** The buyer's own contract orders: read and cancelled. */
import { fail } from '../../domain/errors';
import type { Records } from '../../records/connect';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { OrderWorkflows } from '../deps';

/** @throws Failure `not_found`, `forbidden` */
export async function ownOrder(
  records: Pick<Records, 'contractOrders'>,
  orderId: string,
  accountId: string,
): Promise<ContractOrderDocument> {
  const order = await records.contractOrders.findOne({ _id: orderId });
  if (!order) throw fail('not_found');
  if (order.accountId !== accountId) throw fail('forbidden');
  return order;
}

/**
 * Withdraws the open remainder of an order.
 * @throws Failure `not_found` when there is no open remainder, even if it was filled first;
 *   `forbidden`
 */
export async function cancelOrder(
  records: Pick<Records, 'contractOrders'>,
  workflows: Pick<OrderWorkflows, 'cancel'>,
  orderId: string,
  accountId: string,
): Promise<void> {
  const order = await ownOrder(records, orderId, accountId);
  if (order.status === 'open' && (await workflows.cancel(order._id))) return;
  throw fail('not_found', { message: 'There is no such open order.' });
}
