/** The whole story of an order for capacity: its fills, the lots they made, every movement of money. */
import type { Settings } from '../../config/settings';
import { formatPrice, formatScale8 } from '../../domain/money';
import { lotWorkflowId } from '../../domain/workflow-names';
import type { Records } from '../../records/connect';
import type { ContractOrderDocument } from '../../records/contract-order';
import type { LotDocument } from '../../records/lot';
import { orderBody } from '../market/contract-bodies';
import { fillBody, journalBody, workflowUrl } from './orders';

export async function contractStory(
  records: Records,
  settings: Settings,
  order: ContractOrderDocument,
) {
  const [fills, lots] = await Promise.all([
    records.fills.find({ orderId: order._id }).sort({ _id: 1 }).toArray(),
    records.lots.find({ orderId: order._id }).sort({ _id: 1 }).toArray(),
  ]);
  const lotIds = lots.map(({ _id }) => _id);
  const draws = await records.fills
    .find({ lotId: { $in: lotIds } })
    .sort({ _id: 1 })
    .toArray();
  // By the orders of the draws too: a draw's movement is filed under the chat that drew.
  const orderIds = [order._id, ...draws.map(({ orderId }) => orderId)];
  const filed = await records.journals
    .find({ orderId: { $in: orderIds } })
    .sort({ createdAt: 1 })
    .toArray();
  const journals = filed.filter(
    ({ orderId, reference }) => orderId === order._id || lotIds.includes(reference ?? ''),
  );
  return {
    kind: 'capacity',
    ...orderBody(order),
    account_id: order.accountId,
    request_id: order.requestId,
    fills: fills.map(fillBody),
    lots: lots.map((lot) => lotStory(settings, lot)),
    draws: draws.map((draw) => ({ ...fillBody(draw), lot_id: draw.lotId ?? null })),
    journals: journals.map(journalBody),
    workflow_id: order.workflowId,
    workflow_url: workflowUrl(settings, order.workflowId),
  };
}

function lotStory(settings: Settings, lot: LotDocument) {
  return {
    lot_id: lot._id,
    contract_id: lot.contractId,
    seller_id: lot.sellerId,
    region: lot.region,
    price: formatPrice(lot.priceScale8, 'perThousand'),
    status: lot.status,
    quantity: lot.quantityTokens,
    remaining: lot.remainingTokens,
    reserved: lot.reservedTokens,
    drawn: lot.drawnTokens,
    paid_undrawn: lot.paidTokens,
    refunded: lot.refundedTokens,
    cost: formatScale8(lot.costScale8),
    escrow: formatScale8(lot.escrowScale8),
    earned: formatScale8(lot.earnedScale8),
    fee: formatScale8(lot.feeScale8),
    refund: formatScale8(lot.refundedScale8),
    delivery_start: lot.opensAt.toISOString(),
    expires_at: lot.endsAt.toISOString(),
    closed_at: lot.closedAt?.toISOString() ?? null,
    workflow_url: workflowUrl(settings, lotWorkflowId(settings.TOKENBOOK_DEPLOYMENT, lot._id)),
  };
}
