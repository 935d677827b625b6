/** Interfaces of the workflows, implemented in temporal/, and of the followers. */
import type { Refusal } from '../domain/chat';
import type { ContractOrder, PlacedOrder } from '../domain/contract-orders';
import type { Registration, RegistrationOutcome } from '../domain/registration';
import type { SellerStanding, StandingOverride } from '../domain/standing';
import type { SellerDocument } from '../records/seller';

/** Of the newest run; `unknown` when the server has none. */
export type WorkflowState = 'running' | 'ended' | 'unknown';

/** Contract orders, each run by its workflow. */
export interface OrderWorkflows {
  /** @returns `ended` when the workflow had ended before: the records have its outcome */
  place(order: ContractOrder): Promise<PlacedOrder | { readonly kind: 'ended' }>;
  isUnderWay(orderId: string): Promise<boolean>;
  /** @returns false when there was no remainder to cancel */
  cancel(orderId: string): Promise<boolean>;
  /** A lot has ended before its window: its workflow looks at its record. */
  lotEnded(lotId: string): Promise<void>;
}

/** Purchases of tickets, each run by its workflow. */
export interface TicketWorkflows {
  isUnderWay(orderId: string): Promise<boolean>;
  /** @returns null when it was bought, `ended` when the purchase had ended before */
  buyTicket(order: ContractOrder): Promise<Refusal | 'ended' | null>;
}

/** One workflow per endpoint. */
export interface RegistrationWorkflows {
  register(registration: Registration): Promise<RegistrationOutcome>;
}

/** Small requests of the exchange to a seller's endpoint: implemented in followers/. */
export interface ProbePort {
  /** A request that may have provoked its own failure failed at the seller. Returns immediately. */
  suspect(sellerId: string, modelId: string): void;
  /** Before a default: whether probes fail as well. */
  confirmBroken(sellerId: string, modelId: string): Promise<boolean>;
}

/** Standings, set through the workflow of the seller. */
export interface StandingWorkflows {
  set(seller: SellerDocument, override: StandingOverride): Promise<SellerStanding | null>;
}
