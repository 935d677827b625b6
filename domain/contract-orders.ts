/**
 * The life of an order for capacity, as the modules tell it to each other. These values stand in
 * workflow histories: plain JSON, money as decimal text of the scale-8 integer.
 */
import type { Refusal } from './chat';
import type { Region } from './regions';
import type { Tenor } from './tenors';
import type { TimeInForce } from './time-in-force';
import type { CapacityFillText } from './fill';

/** A spot contract of an order is delivered within this time of its match (CONTRACT-6). */
export const SPOT_CONTRACT_MS = 24 * 3_600_000;

/** How an order stands in the records. `open` includes one that is filled in part. */
export const CONTRACT_ORDER_STATUSES = [
  'open',
  'filled',
  'cancelled',
  'expired',
  'rejected',
] as const;
export type ContractOrderStatus = (typeof CONTRACT_ORDER_STATUSES)[number];

/** An order, complete: nothing of it is looked up again later. */
export interface ContractOrder {
  readonly orderId: string;
  readonly contractId: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly clientOrderId: string | null;
  /** Set where the order is the purchase of a ticket: one seller holds all of it, or nobody does. */
  readonly ticket: { readonly ticketId: string; readonly credentialHash: string } | null;
  readonly modelId: string;
  readonly tenor: Tenor;
  /** The region it is pinned to. */
  readonly region: Region | null;
  /** The owner whose asks it never meets (MATCH-8). */
  readonly excludedOwner: string | null;
  readonly limitPriceScale8: string;
  readonly quantityTokens: number;
  readonly timeInForce: TimeInForce;
  readonly expiresAtMs: number | null;
  /** How long capacity of the spot book may be drawn after its match. */
  readonly spotLifetimeMs: number;
}

/** How the book holds the order. */
export interface BidStanding {
  readonly state: 'open' | 'filled' | 'cancelled' | 'expired' | 'rejected';
  /** Every fill that it has had. */
  readonly fills: readonly CapacityFillText[];
}

/** What whoever placed an order may be told first. */
export type PlacedOrder =
  | { readonly kind: 'placed' }
  /** The account has another order under this `client_order_id`. */
  | { readonly kind: 'known'; readonly orderId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface ContractOrderResult {
  readonly orderId: string;
  readonly status: ContractOrderStatus;
  readonly filledTokens: number;
}

/** A lot, as its workflow needs it. */
export interface LotWorkflowInput {
  readonly lotId: string;
  readonly contractId: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly sellerId: string;
  readonly modelId: string;
  readonly quantityTokens: number;
  readonly opensAtMs: number;
  readonly endsAtMs: number;
}

/** How a lot ended. */
export interface LotEnd {
  readonly lotId: string;
  readonly status: 'exhausted' | 'expired' | 'defaulted';
  readonly drawnTokens: number;
  readonly paidTokens: number;
  readonly refundedTokens: number;
  /** What went back to the buyer, decimal USD; null when nothing did. */
  readonly refund?: string | null;
  /** Why it ended before its time, as far as the records tell. */
  readonly reason?: string | null;
}

/** The place of a fill among those of its order, from 1: the last three bytes of its id. */
export function fillCountOf(fillId: string): number {
  return Number.parseInt(fillId.slice(-6), 16);
}
