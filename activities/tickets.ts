/** The activity of the purchase of a ticket. */
import type { ContractOrder, TicketOutcome } from '../domain/contract-orders';
import type { CapacityDeps } from '../exchange/contracts/fill-recorder';
import { TicketPurchase } from '../exchange/tickets/ticket-purchase';

export interface TicketActivities {
  buyTicket(order: ContractOrder, fillSeed: string): Promise<TicketOutcome>;
}

export function createTicketActivities(deps: CapacityDeps): TicketActivities {
  return {
    buyTicket: (order, fillSeed) => new TicketPurchase(deps, order).run(fillSeed),
  };
}
