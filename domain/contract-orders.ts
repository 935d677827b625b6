/**
 * The types of a contract order's lifecycle, shared by the modules. These values are stored in
 * workflow histories: plain JSON, money as the decimal string of the scale-8 integer.
 */
import type { Refusal } from './chat';
import type { LotStatus } from './lots';
import type { Region } from './regions';
import type { Tenor } from './tenors';
import type { TimeInForce } from './time-in-force';
import type { CapacityFillText } from './fill';

/** A spot contract is delivered within this time of its match (CONTRACT-6). */
export const SPOT_CONTRACT_MS = 24 * 3_600_000;

/** Recorded states of an order. `open` includes partially filled orders. */
export const CONTRACT_ORDER_STATUSES = [
  'open',
  'filled',
  'cancelled',
  'expired',
  'rejected',
] as const;
export type ContractOrderStatus = (typeof CONTRACT_ORDER_STATUSES)[number];

/** A complete order: no part of it is read from elsewhere later. */
export interface ContractOrder {
  readonly orderId: string;
  readonly contractId: string;
  readonly accountId: string;
  readonly requestId: string;
  /** W3C `traceparent` of its request. Absent without a trace, and in older orders. */
  readonly traceparent?: string;
  readonly clientOrderId: string | null;
  /** Set for the purchase of a ticket, which one seller fills completely or not at all. */
  readonly ticket: { readonly ticketId: string; readonly credentialHash: string } | null;
  readonly modelId: string;
  readonly tenor: Tenor;
  /** The region it is pinned to. */
  readonly region: Region | null;
  /** The owner whose asks it never matches (MATCH-8). */
  readonly excludedOwner: string | null;
  readonly limitPriceScale8: string;
  readonly quantityTokens: number;
  readonly timeInForce: TimeInForce;
  readonly expiresAtMs: number | null;
  /** How long spot capacity may be drawn after its match. */
  readonly spotLifetimeMs: number;
  /**
   * Until when its client waits for an answer, by MongoDB's clock: later it is not opened or bought.
   * Absent in orders that are opened already, and in those of earlier releases.
   */
  readonly waitedUntilMs?: number;
}

/** The state of the order in the book. */
export interface BidStanding {
  readonly state: 'open' | 'filled' | 'cancelled' | 'expired' | 'rejected';
  /** All of its fills. */
  readonly fills: readonly CapacityFillText[];
}

/** The first result of placing an order. */
export type PlacedOrder =
  | { readonly kind: 'placed' }
  /** The account has another order with this `client_order_id`. */
  | { readonly kind: 'known'; readonly orderId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface ContractOrderResult {
  readonly orderId: string;
  readonly status: ContractOrderStatus;
  readonly filledTokens: number;
}

/** State of an order after a step. */
export interface OrderStanding {
  readonly status: ContractOrderStatus;
  readonly filledTokens: number;
  readonly openTokens: number;
  readonly closedTokens: number;
  /** Whether `beginLots` must be called. */
  readonly lotsWait?: boolean;
  /** Why it ended without being filled. */
  readonly reason?: string;
  /** The first of its lots. */
  readonly lots?: readonly { readonly lotId: string; readonly sellerId: string }[];
}

export type OpenedOrder =
  | { readonly kind: 'opened' }
  /** An earlier run ended the order. */
  | { readonly kind: 'ended'; readonly standing: OrderStanding }
  | { readonly kind: 'known'; readonly orderId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export type OrderEnding = Extract<ContractOrderStatus, 'cancelled' | 'expired' | 'rejected'>;

/** The result of a purchase of a ticket. */
export type TicketOutcome =
  | { readonly kind: 'bought'; readonly sellerId: string; readonly lotId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The data of a lot for its workflow. */
export interface LotWorkflowInput {
  readonly lotId: string;
  readonly contractId: string;
  readonly orderId: string;
  /** W3C `traceparent` of the request for its order. Absent without a trace, and in older lots. */
  readonly traceparent?: string;
  readonly accountId: string;
  readonly sellerId: string;
  readonly modelId: string;
  readonly quantityTokens: number;
  /** What the buyer paid ahead, decimal USD. Absent in older lots. */
  readonly cost?: string;
  readonly opensAtMs: number;
  readonly endsAtMs: number;
}

/** How a lot ended. */
export interface LotEnd {
  readonly lotId: string;
  readonly status: Exclude<LotStatus, 'open'>;
  readonly drawnTokens: number;
  readonly paidTokens: number;
  readonly refundedTokens: number;
  /** The refund to the buyer, decimal USD; null when there is none. */
  readonly refund?: string | null;
  /** Why it ended early, if the records state it. */
  readonly reason?: string | null;
  /** The same in few words, by which many lots can be found. Absent in older results. */
  readonly cause?: string | null;
}

export type LotEnding =
  | { readonly kind: 'ended'; readonly end: LotEnd }
  /** MongoDB's clock, which decides, is behind the local clock. */
  | { readonly kind: 'too_early'; readonly waitMs: number };

/** The number of a fill within its order, from 1: the last three bytes of its id. */
export function fillCountOf(fillId: string): number {
  return Number.parseInt(fillId.slice(-6), 16);
}
