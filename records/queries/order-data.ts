/** A contract order as its buyer reads it, over HTTP and in events. */
import { averagePriceScale8, formatPrice } from '../../domain/money';
import type { ContractOrderDocument } from '../documents/contract-order';

export function orderData(order: ContractOrderDocument) {
  const { filledTokens, costScale8, costRestScale11 } = order;
  const isFilled = filledTokens > 0;
  const isPart = order.status === 'open' && isFilled;
  return {
    order_id: order._id,
    client_order_id: order.clientOrderId,
    ticket_id: order.ticketId,
    contract_id: isFilled ? order.contractId : null,
    model_id: order.modelId,
    region: order.region,
    tenor: order.tenor,
    side: 'bid' as const,
    time_in_force: order.timeInForce,
    price: formatPrice(order.limitPriceScale8, 'perThousand'),
    quantity: order.quantityTokens,
    filled_quantity: filledTokens,
    remaining: order.openTokens,
    average_fill_price: isFilled
      ? formatPrice(
          averagePriceScale8(costScale8 * 1_000n + (costRestScale11 ?? 0n), filledTokens),
          'perThousand',
        )
      : null,
    status: isPart ? ('partially_filled' as const) : order.status,
    reason: order.reason,
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
    expires_at: order.expiresAt?.toISOString() ?? null,
  };
}
