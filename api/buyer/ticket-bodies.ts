/** Bodies of tickets, without their credentials: the quantities and states of their contracts' lots. */
import { type ContractStatus, contractStatusAt } from '../../domain/contract-standing';
import { venueClassOf } from '../../domain/reputation';
import type { ContractDocument } from '../../records/documents/contract';
import type { LotDocument } from '../../records/documents/lot';
import type { TicketDocument } from '../../records/documents/ticket';
import { contractBody } from '../market/contract-bodies';
import type { TicketBody } from '../schemas/contracts';

export interface TicketRecords {
  readonly ticket: TicketDocument;
  readonly contract: ContractDocument;
  /** In the order of their ids; at least one. */
  readonly lots: readonly [LotDocument, ...LotDocument[]];
}

/** @param score of the seller of the first lot */
export function ticketBody(
  { ticket, contract, lots }: TicketRecords,
  score: number | null,
  now: Date,
): TicketBody {
  const shown = contractBody(contract, lots, now);
  return {
    ticket_id: ticket._id,
    contract_id: contract._id,
    order_id: contract.orderId,
    model: contract.modelId,
    region: contract.region,
    seller_class: venueClassOf(score),
    quantity_tokens: shown.quantity,
    remaining_tokens: shown.remaining,
    reserved_tokens: shown.reserved_tokens,
    price: shown.price,
    status: ticketStatus(contractStatusAt(lots, now)),
    delivery_start: shown.delivery_start,
    expires_at: shown.expires_at,
    created_at: ticket.createdAt.toISOString(),
  };
}

export function hasLots(lots: readonly LotDocument[] | undefined): lots is TicketRecords['lots'] {
  return lots !== undefined && lots.length > 0;
}

/** A ticket is active from its purchase, even before its window opens. */
function ticketStatus(status: ContractStatus): TicketBody['status'] {
  return status === 'pending' ? 'active' : status;
}
