/** Orders that one workflow records together, as they stand in its history: ids, quantities, prices. */
import type { AnswerReference } from './chat';

/** An order whose fill is reserved. */
export interface RecordedOrder {
  readonly orderId: string;
  readonly fillId: string;
  readonly accountId: string;
  readonly requestId: string;
  /** For operators: what was asked, as long as the order is open. */
  readonly request: { readonly requestOf: string };
}

export function recordedOrder(order: Omit<RecordedOrder, 'request'>): RecordedOrder {
  return { ...order, request: { requestOf: order.orderId } };
}

export interface OrderBatch {
  /** On which the gateway tells of its attempts; null when that gateway is gone. */
  readonly taskQueue: string | null;
  readonly heartbeatMs: number;
  /** An attempt that takes longer is watched over by its order's own workflow. */
  readonly watchedMs?: number;
  readonly orders: readonly RecordedOrder[];
}

/** The fill that was matched to an order. */
export interface RecordedMatch {
  readonly orderId: string;
  readonly fillId: string;
  readonly sellerId: string;
  readonly modelId: string;
  readonly region: string;
  /** Price per 1,000 tokens. */
  readonly priceScale8: string;
  readonly quantityTokens: number;
}

/** How many of the orders the gateway is done with, and which it still works on. */
export interface RecordedDispatch {
  readonly done: number;
  readonly underWay: readonly string[];
}

/** How an order stands in the records. */
export interface RecordedEnd {
  readonly orderId: string;
  readonly status: 'filled' | 'refused' | 'open';
  readonly fillId: string | null;
  readonly usedTokens?: number;
  readonly costScale8?: string;
  /** For operators: what was answered, as long as it is remembered. */
  readonly answer?: AnswerReference;
  /** The code of its refusal. */
  readonly refusal?: string;
  /** For operators: what its seller refused it with, for a while. */
  readonly passed?: { readonly passedRefusalOf: string };
  /** Its own workflow, once it has one. */
  readonly workflowId?: string;
}

export interface OrderBatchResult {
  readonly filled: number;
  readonly refused: number;
  /** Orders that go on in workflows of their own. */
  readonly continued: readonly string[];
}
