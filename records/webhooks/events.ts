/** The events of orders, lots, deposits and sellers, each with its business key. */
import type { LearnedLimit } from '../../domain/learned-limits';
import { formatPrice, formatScale8 } from '../../domain/money';
import type { Standing } from '../../domain/standing';
import { LOT_SPENT_EVENT } from '../../domain/webhooks';
import type { ContractOrderDocument } from '../documents/contract-order';
import type { JournalDocument } from '../documents/journal';
import type { LotDocument } from '../documents/lot';
import type { SellerChangeDocument } from '../documents/seller-change';
import type { WebhookEventDocument } from '../documents/webhook-event';
import { webhookEvent } from './new-event';
import { limitData } from '../queries/limit-data';
import { orderData } from '../queries/order-data';

/** @param order after the change */
export function orderEvent(order: ContractOrderDocument): WebhookEventDocument {
  const { _id, accountId, status, filledTokens, updatedAt } = order;
  const isOpen = status === 'open';
  return webhookEvent({
    type: isOpen ? 'order.partially_filled' : `order.${status}`,
    key: isOpen ? `${_id}:${filledTokens}` : _id,
    participants: [`account:${accountId}`],
    data: orderData(order),
    at: updatedAt,
  });
}

/** Moments of an open lot. */
export type LotMoment = 'lot.sold' | 'lot.opened' | 'lot.ending';

/** @param lot after its end */
export function lotEndEvent(lot: LotDocument, reason: string | null, at: Date) {
  return lotEvent(lot.status === 'defaulted' ? 'lot.defaulted' : 'lot.ended', lot, reason, at);
}

/** @param lot after the draw that left less than the least request */
export function lotSpentEvent({ _id, contractId }: LotDocument, at: Date): WebhookEventDocument {
  const data = { contract_id: contractId };
  return webhookEvent({ type: LOT_SPENT_EVENT, key: _id, participants: [], data, at });
}

export function lotMomentEvent(moment: LotMoment, lot: LotDocument, at: Date) {
  return lotEvent(moment, lot, null, at);
}

function lotEvent(
  type: LotMoment | 'lot.ended' | 'lot.defaulted',
  lot: LotDocument,
  reason: string | null,
  at: Date,
): WebhookEventDocument {
  const { _id, accountId, sellerId } = lot;
  return webhookEvent({
    type,
    key: _id,
    participants: [`account:${accountId}`, `seller:${sellerId}`],
    data: { ...lotData(lot), reason },
    at,
  });
}

function lotData(lot: LotDocument) {
  return {
    lot_id: lot._id,
    contract_id: lot.contractId,
    order_id: lot.orderId,
    account_id: lot.accountId,
    seller_id: lot.sellerId,
    model_id: lot.modelId,
    region: lot.region,
    tenor: lot.tenor,
    status: lot.status,
    price: formatPrice(lot.priceScale8, 'perThousand'),
    quantity: lot.quantityTokens,
    drawn_tokens: lot.drawnTokens,
    reserved_tokens: lot.reservedTokens,
    paid_tokens: lot.paidTokens,
    refunded_tokens: lot.refundedTokens,
    refund: formatScale8(lot.refundedScale8),
    delivery_start: lot.opensAt.toISOString(),
    expires_at: lot.endsAt.toISOString(),
  };
}

export function depositEvent(
  journal: JournalDocument,
  accountId: string,
  amountScale8: bigint,
): WebhookEventDocument {
  return webhookEvent({
    type: 'account.deposited',
    key: journal._id,
    participants: [`account:${accountId}`],
    data: {
      account_id: accountId,
      amount: formatScale8(amountScale8),
      reference: journal.reference,
    },
    at: journal.createdAt,
  });
}

export function standingEvent(
  change: SellerChangeDocument,
  standing: Standing,
  suspendedUntil: Date | null,
): WebhookEventDocument {
  const { _id, sellerId, reason, actor, at } = change;
  return webhookEvent({
    type: 'seller.standing_changed',
    key: _id,
    participants: [`seller:${sellerId}`],
    data: {
      seller_id: sellerId,
      standing,
      suspended_until: suspendedUntil?.toISOString() ?? null,
      reason,
      actor,
    },
    at,
  });
}

export function keyRotatedEvent({ _id, sellerId, at }: SellerChangeDocument): WebhookEventDocument {
  return webhookEvent({
    type: 'seller.key_rotated',
    key: _id,
    participants: [`seller:${sellerId}`],
    data: { seller_id: sellerId },
    at,
  });
}

/** @param orderId the refused request with which it was learned */
export function limitLearnedEvent(
  sellerId: string,
  orderId: string,
  limit: LearnedLimit,
  at: Date,
): WebhookEventDocument {
  return webhookEvent({
    type: 'seller.limit_learned',
    key: `${sellerId}:${orderId}`,
    participants: [`seller:${sellerId}`],
    data: { seller_id: sellerId, ...limitData(limit) },
    at,
  });
}

/** Follows from a change of the seller's standing. @param cause the event of that change */
export function contractSellerEvent(
  cause: Pick<WebhookEventDocument, '_id' | 'createdAt'>,
  lot: Pick<LotDocument, 'contractId' | 'accountId' | 'sellerId'>,
  standing: Standing,
): WebhookEventDocument {
  const { contractId, accountId, sellerId } = lot;
  return webhookEvent({
    type: 'contract.seller_standing_changed',
    key: `${cause._id}:${contractId}`,
    participants: [`account:${accountId}`],
    data: { contract_id: contractId, seller_id: sellerId, standing },
    at: cause.createdAt,
  });
}

/** Follows from the last lot of the ticket's contract that ends, or has less than the least request. */
export function ticketExhaustedEvent(
  ticketId: string,
  { contractId, accountId }: Pick<LotDocument, 'contractId' | 'accountId'>,
  at: Date,
): WebhookEventDocument {
  return webhookEvent({
    type: 'ticket.exhausted',
    key: ticketId,
    participants: [`account:${accountId}`],
    data: { ticket_id: ticketId, contract_id: contractId },
    at,
  });
}
