/** A buyer's order. A chat order holds at most one live fill at a time, and is filled once. */
import { Schema } from 'mongoose';
import type { AskedSeller } from '../../domain/asked-sellers';
import type { ChatOrder } from '../../domain/chat';
import type { FailureNumbers } from '../../domain/errors';
import type { PayloadStore } from './payload';
import {
  date,
  flag,
  money,
  oneOf,
  optionalText,
  partSchema,
  quantity,
  recordSchema,
  text,
  whenSet,
} from '../mongodb/schema';
import type { ReadCollection } from '../mongodb/read-collection';

export interface OrderRefusal {
  code: string;
  message: string;
  /** The invalid field of the request. */
  param?: string | null;
  /**
   * Status of a seller's own refusal that was passed on; its encrypted body is stored separately
   * for a while.
   */
  passedStatus?: number | null;
  /** Absent when nobody was asked. */
  asked?: readonly AskedSeller[] | null;
  numbers?: FailureNumbers | null;
  retryAfterSeconds?: number | null;
}

/** Id under which the body of a passed refusal is stored. */
export function passedRefusalId(orderId: string): string {
  return `refusal:${orderId}`;
}

export interface OrderDocument {
  /** Order id (UUIDv7). */
  _id: string;
  kind: 'chat';
  accountId: string;
  /** The buyer's key that asked for it. Absent in draws and in older orders. */
  keyId?: string;
  modelId: string;
  region: string | null;
  /** The venue pin as the buyer wrote it. */
  venuePin: string | null;
  /** The workflow that records it; null while none does, and for an order that never reserved. */
  workflowId: string | null;
  requestId: string;
  /** Ceiling per 1,000 tokens. */
  ceilingScale8: bigint;
  quantityMinTokens: number;
  quantityMaxTokens: number;
  streamed: boolean;
  /** The contract that it draws on, when it came with a ticket: no money is held for it. */
  contractId?: string | null;
  /** The record of the request's Idempotency-Key. */
  idempotencyId?: string | null;
  status: 'open' | 'filled' | 'refused';
  /** The fill that is reserved for it or that filled it. */
  fillId: string | null;
  /** The gateway that makes the attempts; null once a workflow makes them. */
  gatewayId?: string | null;
  /** A workflow is about to continue it: its gateway asks no further seller. */
  takenOver?: boolean;
  /** The mark: the gateway that reserved it, while no workflow is known to record it. */
  unrecordedBy?: string;
  /** W3C `traceparent` of its request. Absent without a trace, and in older orders. */
  traceparent?: string;
  /** Why Temporal refuses every workflow that records it: nobody tries again. */
  setAside?: string;
  /** The whole order, for the process that continues it; only while it is open. */
  bid?: ChatOrder;
  refusal: OrderRefusal | null;
  createdAt: Date;
  updatedAt: Date;
}

/** @returns the encrypted bytes; null when the order has ended */
export async function findRequest(
  orders: ReadCollection<OrderDocument>,
  payloads: Pick<PayloadStore, 'find'>,
  orderId: string,
): Promise<Uint8Array | null> {
  const order = await orders.findOne({ _id: orderId }, { projection: { 'bid.request': 1 } });
  if (!order?.bid) return null;
  const { request } = order.bid;
  return 'sealed' in request
    ? Buffer.from(request.sealed, 'base64')
    : payloads.find(request.payloadId);
}

export const refusalSchema = partSchema<OrderRefusal>({
  code: text,
  message: text,
  param: optionalText,
  passedStatus: { type: Number, default: null },
  asked: { type: Schema.Types.Mixed as never, default: null },
  numbers: { type: Schema.Types.Mixed as never, default: null },
  retryAfterSeconds: { type: Number, default: null },
});

export const orderSchema = recordSchema<OrderDocument>('orders', {
  _id: text,
  kind: oneOf(['chat']),
  accountId: text,
  keyId: String,
  modelId: text,
  region: optionalText,
  venuePin: optionalText,
  workflowId: optionalText,
  requestId: text,
  ceilingScale8: money,
  quantityMinTokens: quantity,
  quantityMaxTokens: quantity,
  streamed: flag,
  contractId: optionalText,
  idempotencyId: optionalText,
  status: oneOf(['open', 'filled', 'refused']),
  fillId: optionalText,
  gatewayId: optionalText,
  takenOver: Boolean,
  unrecordedBy: String,
  traceparent: String,
  setAside: String,
  bid: Schema.Types.Mixed as never,
  refusal: { type: refusalSchema, default: null },
  createdAt: date,
  updatedAt: date,
})
  .index({ updatedAt: 1 }, { partialFilterExpression: { status: 'open' } })
  .index({ accountId: 1, _id: -1 })
  .index({ unrecordedBy: 1, _id: 1 }, whenSet('unrecordedBy'))
  .index({ setAside: 1 }, whenSet('setAside'));
