/** One contract order for its buyer: what it waits for, what is ahead of it, and its fills. */
import { formatPrice, formatScale8 } from '../../domain/money';
import { pastFills } from '../../records/archive/past';
import type { Records } from '../../records/connect';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { FillDocument } from '../../records/documents/fill';
import { ordersAhead } from '../../records/queries/orders-ahead';
import { FILLS_NEWEST, type OrderDetailsBody } from '../schemas/contracts';
import { capacityWaitsFor } from '../waiting-for';
import { orderBody } from './contract-bodies';

export async function orderDetails(
  records: Records,
  order: ContractOrderDocument,
): Promise<OrderDetailsBody> {
  const [ahead, fills] = await Promise.all([
    ordersAhead(records.contractOrders, order),
    pastFills(records).page({
      filter: { orderId: order._id },
      sorting: 'newest',
      limit: FILLS_NEWEST,
    }),
  ]);
  return {
    ...orderBody(order),
    waiting_for: capacityWaitsFor(order),
    ahead,
    fills: fills.filter(({ status }) => status === 'settled').map(fillBody),
  };
}

function fillBody(fill: FillDocument): OrderDetailsBody['fills'][number] {
  return {
    fill_id: fill._id,
    seller_id: fill.sellerId,
    region: fill.region,
    price: formatPrice(fill.priceScale8, 'perThousand'),
    quantity: fill.quantityTokens,
    cost: formatScale8(fill.costScale8),
    created_at: fill.createdAt.toISOString(),
  };
}
