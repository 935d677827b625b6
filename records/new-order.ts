/** The initial record of a chat order, derived from the bid. */
import type { ChatOrder } from '../domain/chat';
import type { NewOrder } from './ledger/reserve-fill';

export function newOrderOf(order: ChatOrder): NewOrder {
  return {
    orderId: order.orderId,
    accountId: order.accountId,
    requestId: order.requestId,
    workflowId: order.workflowId,
    modelId: order.modelId,
    region: order.region,
    venuePin: order.venuePin,
    ceilingScale8: BigInt(order.ceilingScale8),
    quantityMinTokens: order.quantityMinTokens,
    quantityMaxTokens: order.quantityMaxTokens,
    streamed: order.streamed,
    ...(order.idempotencyId === null ? {} : { idempotencyId: order.idempotencyId }),
    ...(order.contractId === undefined ? {} : { contractId: order.contractId }),
    // Only for an order that a gateway starts: any other order is in the history of its workflow.
    ...(order.gatewayId === undefined ? {} : { gatewayId: order.gatewayId, bid: order }),
  };
}
