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
  status: 'open' | 'filled' | 'refused';
  /** The fill that is reserved for it or that filled it. */
  fillId: string | null;
  refusal: OrderRefusal | null;
  createdAt: Date;
  updatedAt: Date;
}

const refusalSchema = partSchema<OrderRefusal>({ code: text, message: text });

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
  status: oneOf(['open', 'filled', 'refused']),
  fillId: optionalText,
  refusal: { type: refusalSchema, default: null },
  createdAt: date,
  updatedAt: date,
}).index({ updatedAt: 1 }, { partialFilterExpression: { status: 'open' } });
