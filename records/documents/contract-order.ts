/**
 * A contract order: rests in a book until it is filled, cancelled or expired. The purchase of a
 * ticket is a contract order that was filled immediately. At every commit quantity = filled + open
 * + closed, and an open order holds its limit x its open quantity (hold.ts, under the order's id).
 */
import { CONTRACT_ORDER_STATUSES, type ContractOrderStatus } from '../../domain/contract-orders';
import { REGIONS, type Region } from '../../domain/regions';
import { TENORS, type Tenor } from '../../domain/tenors';
import { TIMES_IN_FORCE, type TimeInForce } from '../../domain/time-in-force';
import { type OrderRefusal, refusalSchema } from './order';
import {
  date,
  money,
  oneOf,
  optionalDate,
  optionalMoney,
  optionalQuantity,
  optionalText,
  quantity,
  recordSchema,
  text,
  whenSet,
} from '../mongodb/schema';

export interface ContractOrderDocument {
  /** Order id (UUIDv7). */
  _id: string;
  accountId: string;
  /** Unique within the account. */
  clientOrderId: string | null;
  contractId: string;
  ticketId: string | null;
  modelId: string;
  tenor: Tenor;
  /** The region it is pinned to; for a ticket, the region it was filled in. */
  region: Region | null;
  excludedOwner: string | null;
  timeInForce: TimeInForce;
  /** Limit per 1,000 tokens. */
  limitPriceScale8: bigint;
  quantityTokens: number;
  filledTokens: number;
  /** The quantity still open: 0 once the order is final. */
  openTokens: number;
  /** The quantity that was cancelled, expired or refused. */
  closedTokens: number;
  /** Total cost of its fills. */
  costScale8: bigint;
  /** Price x quantity of its fills, less 1,000 x their cost: what rounding changed. Absent in older orders. */
  costRestScale11?: bigint | null;
  status: ContractOrderStatus;
  /** Why it ended without being filled. */
  reason: string | null;
  /** Of an order that was refused before it was opened. Absent for every other. */
  refusal?: OrderRefusal | null;
  /** Its place in the book; null until the book has placed it. */
  sequence: number | null;
  /** The highest number among its recorded and voided fills. */
  fillCount: number;
  spotLifetimeMs: number;
  workflowId: string;
  requestId: string;
  /** W3C `traceparent` of its request; null without a trace. Absent in older orders. */
  traceparent?: string | null;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date | null;
}

export const contractOrderSchema = recordSchema<ContractOrderDocument>('contractorders', {
  _id: text,
  accountId: text,
  clientOrderId: optionalText,
  contractId: text,
  ticketId: optionalText,
  modelId: text,
  tenor: oneOf(TENORS),
  region: { type: String, enum: [...REGIONS, null], default: null },
  excludedOwner: optionalText,
  timeInForce: oneOf(TIMES_IN_FORCE),
  limitPriceScale8: money,
  quantityTokens: quantity,
  filledTokens: quantity,
  openTokens: quantity,
  closedTokens: quantity,
  costScale8: money,
  costRestScale11: optionalMoney,
  status: oneOf(CONTRACT_ORDER_STATUSES),
  reason: optionalText,
  refusal: { type: refusalSchema, default: null },
  sequence: optionalQuantity,
  fillCount: quantity,
  spotLifetimeMs: quantity,
  workflowId: text,
  requestId: text,
  traceparent: optionalText,
  createdAt: date,
  updatedAt: date,
  expiresAt: optionalDate,
} as never)
  // An account's orders, newest first: all, by status, by instrument and status.
  .index({ accountId: 1, _id: -1 })
  .index({ accountId: 1, status: 1, _id: -1 })
  .index({ accountId: 1, modelId: 1, status: 1, _id: -1 })
  .index({ ticketId: 1 }, whenSet('ticketId'))
  .index({ accountId: 1, clientOrderId: 1 }, { unique: true, ...whenSet('clientOrderId') })
  // Orders in a book, and books with orders.
  .index(
    { status: 1, tenor: 1, modelId: 1, _id: 1 },
    { partialFilterExpression: { status: 'open' } },
  )
  // Open orders page by page, for those without a workflow.
  .index({ status: 1, _id: 1 }, { partialFilterExpression: { status: 'open' } })
  .index({ updatedAt: 1 }, { partialFilterExpression: { status: 'open' } });
