/** `GET /orders/{id}`: everything about a chat request or an order for capacity, by its id, or by that of a fill, contract, lot or ticket. */
import type { RequestHandler } from 'express';
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import { formatPrice, formatScale8 } from '../../domain/money';
import type { Records } from '../../records/connect';
import type { ContractOrderDocument } from '../../records/contract-order';
import type { FillDocument } from '../../records/fill';
import type { JournalDocument } from '../../records/journal';
import type { OpeningDocument } from '../../records/opening';
import type { OrderDocument } from '../../records/order';
import { pathParameter } from '../context';
import { contractDetails } from './contract-details';

/** Of the newest looks at its prompt and answer. */
const OPENINGS = 20;

export function orderHandler(records: Records, settings: Settings): RequestHandler {
  return async (req, res) => {
    const id = pathParameter(req, 'id');
    const capacity = await findContractOrder(records, id);
    if (capacity) {
      res.json(await contractDetails(records, settings, capacity.order, capacity.lotId));
      return;
    }
    const order = await findOrder(records, id);
    const [fills, journals, openings] = await Promise.all([
      records.fills.find({ orderId: order._id }).sort({ _id: 1 }).toArray(),
      records.journals.find({ orderId: order._id }).sort({ createdAt: 1 }).toArray(),
      records.openings.find({ orderIds: order._id }).sort({ _id: -1 }).limit(OPENINGS).toArray(),
    ]);
    res.json({
      ...orderBody(order),
      fills: fills.map(fillBody),
      journals: journals.map(journalBody),
      workflow_url: order.workflowId === null ? null : workflowUrl(settings, order.workflowId),
      openings: openings.reverse().map(openingBody),
    });
  };
}

/** A lot has the id of the fill that made it. */
async function findContractOrder(
  records: Records,
  id: string,
): Promise<{ order: ContractOrderDocument; lotId: string | null } | null> {
  const lot = await records.lots.findOne({ _id: id });
  const ticket = lot ? null : await records.tickets.findOne({ _id: id });
  const contractId = ticket?.contractId ?? id;
  const part = lot ?? (await records.contracts.findOne({ _id: contractId }));
  const order = await records.contractOrders.findOne({ _id: part?.orderId ?? id });
  return order && { order, lotId: lot?._id ?? null };
}

async function findOrder(records: Records, id: string): Promise<OrderDocument> {
  const order = await records.orders.findOne({ _id: id });
  if (order) return order;
  const fill = await records.fills.findOne({ _id: id });
  const byFill = fill && (await records.orders.findOne({ _id: fill.orderId }));
  if (!byFill)
    throw fail('not_found', { message: 'There is no such order, fill, contract, lot or ticket.' });
  return byFill;
}

function openingBody({ actor, address, requestId, at }: OpeningDocument) {
  return { actor, address, request_id: requestId, at: at.toISOString() };
}

/** The workflow's history in Temporal's web UI. */
export function workflowUrl(settings: Settings, workflowId: string): string {
  const { temporalUiUrl, TEMPORAL_NAMESPACE } = settings;
  return `${temporalUiUrl}/namespaces/${encodeURIComponent(TEMPORAL_NAMESPACE)}/workflows/${encodeURIComponent(workflowId)}`;
}

function orderBody(order: OrderDocument) {
  return {
    order_id: order._id,
    kind: order.kind,
    status: order.status,
    account_id: order.accountId,
    model_id: order.modelId,
    region: order.region,
    venue_pin: order.venuePin,
    ceiling: formatPrice(order.ceilingScale8, 'perThousand'),
    quantity_min: order.quantityMinTokens,
    quantity_max: order.quantityMaxTokens,
    stream: order.streamed,
    contract_id: order.contractId ?? null,
    refusal: order.refusal,
    request_id: order.requestId,
    workflow_id: order.workflowId,
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  };
}

export function fillBody(fill: FillDocument) {
  return {
    fill_id: fill._id,
    status: fill.status,
    ask_id: fill.askId,
    seller_id: fill.sellerId,
    region: fill.region,
    price: formatPrice(fill.priceScale8, 'perThousand'),
    quantity: fill.quantityTokens,
    used: fill.usedTokens,
    cost: formatScale8(fill.costScale8),
    fee: formatScale8(fill.feeScale8),
    usage: fill.usage,
    usage_flag: fill.usageFlag,
    release_reason: fill.releaseReason,
    attempts: fill.attempts.map((attempt) => ({
      number: attempt.number,
      state: attempt.state,
      detail: attempt.detail,
      started_at: attempt.startedAt.toISOString(),
      ended_at: attempt.endedAt?.toISOString() ?? null,
    })),
    created_at: fill.createdAt.toISOString(),
    settled_at: fill.settledAt?.toISOString() ?? null,
  };
}

export function journalBody(journal: JournalDocument) {
  return {
    journal_id: journal._id,
    kind: journal.kind,
    reason: journal.reason,
    lines: journal.lines.map(({ account, phase, side, amountScale8 }) => ({
      account,
      phase,
      side,
      amount: formatScale8(amountScale8),
    })),
    created_at: journal.createdAt.toISOString(),
  };
}
