/** What the records have of the orders of a batch, as its workflow's history keeps it. */
import type { RecordedEnd, RecordedMatch, RecordedOrder } from '../../domain/order-batch';
import { askedIn } from '../chat/asked-sellers';
import type { FillDocument } from '../../records/documents/fill';
import type { Records } from '../../records/connect';

/** The fills that were reserved for the orders. */
export async function recordedMatches(
  records: Pick<Records, 'fills'>,
  orders: readonly RecordedOrder[],
): Promise<RecordedMatch[]> {
  const ids = orders.map(({ orderId }) => orderId);
  const fills = await records.fills.find({ orderId: { $in: ids } }).toArray();
  return fills.map((fill) => ({
    orderId: fill.orderId,
    fillId: fill._id,
    sellerId: fill.sellerId,
    modelId: fill.modelId,
    region: fill.region,
    priceScale8: fill.priceScale8.toString(),
    quantityTokens: fill.quantityTokens,
  }));
}

/** The states of the orders. */
export async function recordedEnds(
  records: Pick<Records, 'fills' | 'orders'>,
  orderIds: readonly string[],
): Promise<RecordedEnd[]> {
  const [orders, fills] = await Promise.all([
    records.orders.find({ _id: { $in: [...orderIds] } }).toArray(),
    records.fills.find({ orderId: { $in: [...orderIds] } }).toArray(),
  ]);
  return orders.map((order) => {
    const { _id: orderId, status, fillId, refusal, workflowId, gatewayId } = order;
    const own = fills.filter((fill) => fill.orderId === orderId);
    const fill = own.find((one) => one.status === 'settled');
    const failed = askedIn(own.filter((one) => one !== fill).map(withoutRunning));
    return {
      orderId,
      status,
      fillId,
      ...(failed.length > 0 && { failed }),
      ...(fill && {
        sellerId: fill.sellerId,
        usedTokens: fill.usedTokens,
        costScale8: fill.costScale8.toString(),
        answer: { answerId: orderId },
      }),
      ...(refusal && { refusal: refusal.code }),
      ...(refusal?.passedStatus && { passed: { passedRefusalOf: orderId } }),
      ...(gatewayId || !workflowId ? {} : { workflowId }),
    };
  });
}

/** The attempt at a reserved fill may be under way. */
function withoutRunning(fill: FillDocument): FillDocument {
  if (fill.status !== 'reserved') return fill;
  return { ...fill, attempts: fill.attempts.filter(({ endedAt }) => endedAt !== null) };
}
