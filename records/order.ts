/** A buyer's order. A chat order holds at most one live fill at a time, and is filled once. */
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
} from './schema';

export interface OrderRefusal {
  code: string;
  message: string;
  /** The field of the request that is at fault. */
  param?: string | null;
  /** Status of a seller's own refusal that was passed on; its body is kept aside, sealed, for a while. */
  passedStatus?: number | null;
}

/** Under which the body of a passed refusal is kept aside. */
export function passedRefusalId(orderId: string): string {
  return `refusal:${orderId}`;
}

export interface OrderDocument {
  /** Order id (UUIDv7). */
  _id: string;
  kind: 'chat';
  accountId: string;
  modelId: string;
  region: string | null;
  /** The venue pin as the buyer wrote it. */
  venuePin: string | null;
  workflowId: string;
  requestId: string;
  /** Ceiling per 1,000 tokens. */
  ceilingScale8: bigint;
  quantityMinTokens: number;
  quantityMaxTokens: number;
  streamed: boolean;
  /** The contract that it draws on, when it came with a ticket: then no money is held for it. */
  contractId?: string | null;
  /** The record of the Idempotency-Key that the request came with. */
  idempotencyId?: string | null;
  status: 'open' | 'filled' | 'refused';
  /** The fill that is reserved for it or that filled it. */
  fillId: string | null;
  refusal: OrderRefusal | null;
  createdAt: Date;
  updatedAt: Date;
}

const refusalSchema = partSchema<OrderRefusal>({
  code: text,
  message: text,
  param: optionalText,
  passedStatus: { type: Number, default: null },
});

export const orderSchema = recordSchema<OrderDocument>('orders', {
  _id: text,
  kind: oneOf(['chat']),
  accountId: text,
  modelId: text,
  region: optionalText,
  venuePin: optionalText,
  workflowId: text,
  requestId: text,
  ceilingScale8: money,
  quantityMinTokens: quantity,
  quantityMaxTokens: quantity,
  streamed: flag,
  contractId: optionalText,
  idempotencyId: optionalText,
  status: oneOf(['open', 'filled', 'refused']),
  fillId: optionalText,
  refusal: { type: refusalSchema, default: null },
  createdAt: date,
  updatedAt: date,
}).index({ updatedAt: 1 }, { partialFilterExpression: { status: 'open' } });
