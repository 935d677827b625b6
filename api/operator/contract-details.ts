/**
 * The details of a contract order: its fills, their lots, the draws, and every money movement. Long
 * lists contain the newest entries and their total number.
 */
import type { mongo } from 'mongoose';
import type { Settings } from '../../config/settings';
import { formatPrice, formatScale8 } from '../../domain/money';
import { lotWorkflowId } from '../../domain/workflow-names';
import {
  type ArchivedDocument,
  type Past,
  pastFills,
  pastJournals,
  pastLots,
} from '../../records/archive/past';
import type { Records } from '../../records/connect';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { FillDocument } from '../../records/documents/fill';
import type { JournalDocument } from '../../records/documents/journal';
import type { LotDocument } from '../../records/documents/lot';
import { orderBody } from '../market/contract-bodies';
import { namesOf, participantsOf } from './names';
import { fillBody, journalBody, workflowUrl } from './order-bodies';
import { historyBody } from './order-history';
import { capacityWaitsFor } from '../waiting-for';

/** Limit for fills, lots, draws, and the order's own journals, each. */
export const STORY_NEWEST = 100;
/** Counting stops here. */
const COUNT_MAX = 100_000;
/** @param lotId the requested lot with its draws; null for all lots */
export async function contractDetails(
  records: Records,
  settings: Settings,
  order: ContractOrderDocument,
  lotId: string | null,
) {
  const { _id: orderId } = order;
  const ofLot = lotId === null ? {} : { _id: lotId };
  const [fills, lots] = await Promise.all([
    newest(pastFills(records), { orderId, ...ofLot }),
    newest(pastLots(records), { contractId: order.contractId, ...ofLot }),
  ]);
  const lotIds = lots.items.map(({ _id }) => _id);
  const [draws, journals] = await Promise.all([
    newest(pastFills(records), { lotId: { $in: lotIds } }),
    newest(pastJournals(records), {
      orderId,
      ...(lotId === null ? {} : { reference: lotId }),
    }),
  ]);
  const drawn = await journalsOfDraws(records, draws.items, lotIds);
  const shown = new Map([...journals.items, ...drawn].map((journal) => [journal._id, journal]));
  const ofOrder = [...shown.values()].sort(byTime);
  return {
    kind: 'capacity' as const,
    ...orderBody(order),
    waiting_for: capacityWaitsFor(order),
    account_id: order.accountId,
    request_id: order.requestId,
    workflow_id: order.workflowId,
    workflow_url: workflowUrl(settings, order.workflowId),
    lot_id: lotId,
    fills_total: fills.total,
    lots_total: lots.total,
    draws_total: draws.total,
    journals_total: journals.total + drawn.length,
    fills: fills.items.map(fillBody),
    lots: lots.items.map((lot) => lotDetails(settings, lot)),
    draws: draws.items.map((draw) => ({
      ...fillBody(draw),
      lot_id: draw.lotId ?? null,
      order_id: draw.orderId,
    })),
    journals: ofOrder.map(journalBody),
    history: historyBody({ order, fills: fills.items, journals: ofOrder, lots: lots.items }),
    names: await namesOf(records, [
      order.accountId,
      ...[...fills.items, ...lots.items].map(({ sellerId }) => sellerId),
      ...ofOrder.flatMap(participantsOf),
    ]),
  };
}

/** The newest entries, oldest first. */
async function newest<Document extends ArchivedDocument>(
  past: Past<Document>,
  filter: mongo.Filter<Document>,
): Promise<{ items: Document[]; total: number }> {
  const [items, total] = await Promise.all([
    past.page({ filter, sorting: 'newest', limit: STORY_NEWEST }),
    past.count(filter, COUNT_MAX),
  ]);
  return { items: items.toReversed(), total };
}

/** A draw's movement belongs to its chat, which may have drawn on other lots too. */
async function journalsOfDraws(
  records: Records,
  draws: readonly FillDocument[],
  lotIds: readonly string[],
): Promise<JournalDocument[]> {
  const orderIds = draws.map(({ orderId }) => orderId);
  const filed = await pastJournals(records).ofOrders(orderIds);
  return filed.filter(({ reference }) => lotIds.includes(reference ?? ''));
}

function byTime(one: JournalDocument, other: JournalDocument): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one._id < other._id ? -1 : 1);
}

export function lotDetails(settings: Settings, lot: LotDocument) {
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
