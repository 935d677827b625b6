/**
 * `GET /orders/{id}`: the details of a chat request or a contract order, by its id, or by that of a
 * fill, contract, lot or ticket.
 */
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import { formatPrice } from '../../domain/money';
import { pastFills, pastJournals, pastLots, pastOrders } from '../../records/archive/past';
import type { Records } from '../../records/connect';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { DecryptionDocument } from '../../records/documents/decryption';
import type { OrderDocument } from '../../records/documents/order';
import { pathParameter } from '../context';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorRecordRoutes } from '../routes/operator-records';
import { contractDetails } from './contract-details';
import { namesOf, participantsOf } from './names';
import { fillBody, journalBody, workflowUrl } from './order-bodies';
import { historyBody } from './order-history';
import { chatWaitsFor } from '../waiting-for';

/** Number of listed decryptions of its prompt and answer, newest first. */
const OPENINGS = 20;

export function orderHandler(
  records: Records,
  settings: Settings,
): RouteHandler<typeof operatorRecordRoutes.getOrderDetails> {
  return async (req, res) => {
    const id = pathParameter(req, 'id');
    const capacity = await findContractOrder(records, id);
    if (capacity) {
      res.json(await contractDetails(records, settings, capacity.order, capacity.lotId));
      return;
    }
    const order = await findOrder(records, id);
    const [fills, journals, openings] = await Promise.all([
      pastFills(records).ofOrder(order._id),
      pastJournals(records).ofOrder(order._id),
      records.openings.find({ orderIds: order._id }).sort({ _id: -1 }).limit(OPENINGS).toArray(),
    ]);
    res.json({
      ...orderBody(order),
      waiting_for: chatWaitsFor(order, fills),
      fills: fills.map(fillBody),
      journals: journals.map(journalBody),
      history: historyBody({ order, fills, journals, openings }),
      names: await namesOf(records, [
        order.accountId,
        ...fills.map(({ sellerId }) => sellerId),
        ...journals.flatMap(participantsOf),
      ]),
      workflow_url: order.workflowId === null ? null : workflowUrl(settings, order.workflowId),
      openings: openings.toReversed().map(openingBody),
    });
  };
}

/** A lot has the id of its fill. */
async function findContractOrder(
  records: Records,
  id: string,
): Promise<{ order: ContractOrderDocument; lotId: string | null } | null> {
  const lot = await pastLots(records).byId(id);
  const ticket = lot ? null : await records.tickets.findOne({ _id: id });
  const contractId = ticket?.contractId ?? id;
  const part = lot ?? (await records.contracts.findOne({ _id: contractId }));
  const order = await records.contractOrders.findOne({ _id: part?.orderId ?? id });
  return order && { order, lotId: lot?._id ?? null };
}

async function findOrder(records: Records, id: string): Promise<OrderDocument> {
  const orders = pastOrders(records);
  const order = await orders.byId(id);
  if (order) return order;
  const fill = await pastFills(records).byId(id);
  const byFill = fill && (await orders.byId(fill.orderId));
  if (!byFill)
    throw fail('not_found', { message: 'There is no such order, fill, contract, lot or ticket.' });
  return byFill;
}

function openingBody({ actor, address, requestId, at }: DecryptionDocument) {
  return { actor, address, request_id: requestId, at: at.toISOString() };
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
