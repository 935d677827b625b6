/**
 * Orders that one workflow records together, in the form of its history: ids, quantities, prices.
 */
import type { AskedSeller } from './asked-sellers';
import type { AnswerReference } from './chat';

/** An order for which a fill was reserved. */
export interface RecordedOrder {
  readonly orderId: string;
  /** Empty when it is refused. */
  readonly fillId: string;
  readonly accountId: string;
  readonly requestId: string;
  /** Absent without a trace, and in older batches. */
  readonly traceparent?: string;
  /** For operators: the request, while the order is open. */
  readonly request: { readonly requestOf: string };
}

export function recordedOrder(order: Omit<RecordedOrder, 'request'>): RecordedOrder {
  return { ...order, request: { requestOf: order.orderId } };
}

export interface OrderBatch {
  /** The queue on which the gateway reports its attempts; null when that gateway died. */
  readonly taskQueue: string | null;
  readonly heartbeatMs: number;
  /** An attempt that takes longer is watched by its order's own workflow. */
  readonly watchedMs?: number;
  /** Its activities are named after what they do; absent in batches of 0.2.0. */
  readonly namesDeeds?: true;
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

/** The number of orders that the gateway has finished, and the orders still in progress. */
export interface RecordedDispatch {
  readonly done: number;
  readonly underWay: readonly string[];
}

/** The recorded state of an order. */
export interface RecordedEnd {
  readonly orderId: string;
  readonly status: 'filled' | 'refused' | 'open';
  readonly fillId: string | null;
  /** Sellers that were asked in vain; absent without one, and in older results. */
  readonly failed?: readonly AskedSeller[];
  /** Who served it. */
  readonly sellerId?: string;
  readonly usedTokens?: number;
  readonly costScale8?: string;
  /** For operators: the answer, during its retention time. */
  readonly answer?: AnswerReference;
  /** The code of its refusal. */
  readonly refusal?: string;
  /** For operators: the seller's refusal, for a while. */
  readonly passed?: { readonly passedRefusalOf: string };
  /** Its own workflow, once it has one. */
  readonly workflowId?: string;
}

export interface OrderBatchResult {
  readonly filled: number;
  readonly refused: number;
  /** Orders that continue in workflows of their own. */
  readonly continued: readonly string[];
}
