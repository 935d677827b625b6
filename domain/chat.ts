/**
 * The life of a chat completion, as the modules tell it to each other: the bid that the gateway
 * makes, the fill that the match gives, what came of a dispatch, and how the order ended.
 *
 * These values stand in workflow histories, so they are plain JSON (money as decimal text of the
 * scale-8 integer) and hold nothing private in clear: the request and the answer travel sealed.
 */
import type { ErrorCode } from './errors';
import type { BodyLayout } from './seller-body';
import type { Region } from './regions';
import type { VenueClass } from './reputation';
import type { Fill } from './fill';

/** Bytes sealed with the order id as context, in base64 (see sealing.ts). */
export interface SealedBytes {
  readonly sealed: string;
  /** The context, so that whoever may open a history needs nothing beside the bytes. */
  readonly orderId?: string;
}

/** The request: sealed in the order itself, or kept aside in the payload store when it is large. */
export type RequestReference = (SealedBytes | { readonly payloadId: string }) & {
  /** Older orders have none: their body is prepared when it is sent. */
  readonly layout?: BodyLayout;
};

/** A bid, complete: nothing of it is looked up again later. */
export interface ChatOrder {
  readonly orderId: string;
  readonly workflowId: string;
  readonly accountId: string;
  /** Whose turns it takes: the account, or its owner with all accounts. Older orders have none. */
  readonly participant?: string;
  readonly requestId: string;
  readonly modelId: string;
  readonly region: Region | null;
  /** The seller that the bid is pinned to. */
  readonly sellerId: string | null;
  /** The venue pin as the buyer wrote it. */
  readonly venuePin: string | null;
  /** The contract that is drawn on, when the request came with its ticket. */
  readonly contractId?: string;
  /** Sellers of the buyer's own owner: never matched (MATCH-8). */
  readonly excludedSellerIds: readonly string[];
  readonly ceilingScale8: string;
  /** Counted and padded by the margin: what the size is made of. */
  readonly promptTokens: number;
  /** Counted, without the margin: what is charged where the seller reports nothing. Older orders have none. */
  readonly countedPromptTokens?: number;
  readonly quantityMinTokens: number;
  readonly quantityMaxTokens: number;
  /** Choices asked for (`n`). */
  readonly choices: number;
  /** True when the request names no cap: the reserved size decides `max_tokens`. */
  readonly elastic: boolean;
  readonly streamed: boolean;
  /** The gateway that makes the first attempt; absent when a workflow makes all of them. */
  readonly gatewayId?: string;
  /** The idempotency record to forget when the order is refused. */
  readonly idempotencyId: string | null;
  readonly request: RequestReference;
  readonly limits: {
    /** From the start of the order to the first byte. */
    readonly deadlineMs: number;
    readonly answerTimeoutMs: number;
    readonly heartbeatMs: number;
  };
}

/** A reserved fill: capacity taken from one ask, money held for it. */
export interface MatchedFill extends Fill<string> {
  readonly sellerId: string;
  readonly endpointUrl: string;
  readonly modelId: string;
  /** The seller's spelling of the model; older fills have none. */
  readonly sellerModel?: string;
  readonly region: Region;
  readonly listPriceScale8: string;
  /** Anonymised tier of the seller: prime, standard, basic or unrated. */
  readonly venueClass: VenueClass;
  /** Set for a draw: what is drawn on. */
  readonly drawnOn?: {
    readonly contractId: string;
    readonly lotId: string;
    readonly lotWorkflowId: string;
  };
}

/** What tells which fill an order was filled by. */
export type FilledBy = Pick<MatchedFill, 'orderId' | 'fillId' | 'sellerId'> & {
  readonly drawnOn?: { readonly lotId: string };
};

/** A refusal that the buyer reads; `passed` is a seller's own 4xx, given on as it is. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly param?: string;
  readonly passed?: { readonly status: number; readonly body: SealedBytes };
}

export type MatchOutcome =
  | { readonly kind: 'matched'; readonly fill: MatchedFill }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What the settlement of a fill needs, decided right after the last byte. */
export interface Settlement {
  readonly fillId: string;
  readonly attempt: number;
  readonly usedTokens: number;
  readonly usage: TokenUsage;
  readonly usageFlag: 'implausible' | null;
  readonly streamed: boolean;
  /** The answer with its fill, as it is remembered: sealed `SettledAnswer`. */
  readonly answer: SealedBytes;
}

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
}

/** What the buyer is given, and given again under the same Idempotency-Key. */
export interface SettledAnswer {
  readonly fillId: string;
  readonly streamed: boolean;
  /** The JSON body of an unstreamed answer. */
  readonly body?: unknown;
  /** The `data:` payloads of a streamed answer in order, the one with the fill last. */
  readonly chunks?: readonly string[];
  /** False when the stream was cut: it then ends without `[DONE]`. */
  readonly complete: boolean;
}

/** What came of one attempt at one seller. */
export type DispatchResult =
  | {
      readonly kind: 'settled';
      readonly unusedReturned: boolean;
      /** The draw took the last of its lot. */
      readonly lotExhausted?: boolean;
    }
  | { readonly kind: 'delivered'; readonly settlement: Settlement }
  | { readonly kind: 'request_refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'throttled';
      readonly retryAfterMs: number | null;
      /** The seller was not asked: every connection that we open to it was in use. */
      readonly isOurs?: boolean;
    }
  /** Nobody reads the stream any more, and it had not begun: no other seller is asked. */
  | { readonly kind: 'buyer_gone' }
  | {
      readonly kind: 'failed';
      readonly outcomeUnknown: boolean;
      readonly deadlinePassed: boolean;
      /** Our own failure: the seller has no part in it. */
      readonly isOurs?: boolean;
      readonly detail: string;
    };

/**
 * Where an order stands that the gateway which received it has begun and cannot end: its workflow
 * goes on from there.
 */
export interface BegunOrder {
  /** When the order began: its deadline counts from there, and ids are made of it. */
  readonly startedAtMs: number;
  readonly fill: MatchedFill;
  readonly attempt:
    | { readonly state: 'ended'; readonly result: DispatchResult }
    /** Still being made, as far as is known, by the process that works on this queue. */
    | { readonly state: 'under_way'; readonly taskQueue: string }
    /** The process that made it is gone. */
    | { readonly state: 'lost' };
}

export interface ChatOrderResult {
  readonly orderId: string;
  readonly fillId: string;
  readonly attempts: number;
  /** The answer is kept aside in the records, sealed, for as long as it is remembered. */
  readonly answer?: AnswerReference;
}

/** The id is the order's, which is also the context of the sealed bytes. */
export interface AnswerReference {
  readonly answerId: string;
}

/** For the order's record; the key is free, so whoever asks again with it starts anew. */
export const READER_LEFT =
  'The reader of the stream left before its first byte. Nothing was charged.';

/** What an account reads that has as many requests under way as it may. */
export function tooManyRequestsText(limit: number): string {
  return `The account has ${limit} requests under way, as many as it may. Wait for one of them to end.`;
}
