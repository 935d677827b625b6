/** The initial record of a chat order, derived from the bid. */
import type { ChatOrder } from '../../domain/chat';
import type { NewOrder } from './reserve-fill';

export function newOrderOf(order: ChatOrder): NewOrder {
  return {
    orderId: order.orderId,
    accountId: order.accountId,
    ...(order.keyId === undefined ? {} : { keyId: order.keyId }),
    ...(order.isCapped ? { isCapped: true } : {}),
    requestId: order.requestId,
    modelId: order.modelId,
    region: order.region,
    venuePin: order.venuePin,
    ceilingScale8: BigInt(order.ceilingScale8),
    quantityMinTokens: order.quantityMinTokens,
    quantityMaxTokens: order.quantityMaxTokens,
    streamed: order.streamed,
    ...(order.idempotencyId === null ? {} : { idempotencyId: order.idempotencyId }),
    ...(order.contractId === undefined ? {} : { contractId: order.contractId }),
    ...startedBy(order),
  };
}

/** An order that no gateway starts is in the history of its workflow. */
function startedBy(order: ChatOrder) {
  const { gatewayId, workflowId, traceparent } = order;
  if (gatewayId === undefined) return { workflowId };
  const traced = traceparent === undefined ? {} : { traceparent };
  return { workflowId: null, gatewayId, unrecordedBy: gatewayId, ...traced, bid: order };
}
