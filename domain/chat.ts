/**
 * The types of a chat completion's lifecycle, shared by the modules: the gateway's bid, the matched
 * fill, the result of a dispatch, and the end of the order.
 *
 * These values are stored in workflow histories, so they are plain JSON (money as the decimal
 * string of the scale-8 integer) without private plaintext: request and answer are encrypted.
 */
import type { CallCounts } from './answers/calls';
import type { AskedSeller } from './asked-sellers';
import type { ErrorCode, FailureNumbers } from './errors';
import type { BodyLayout } from './seller-body';
import type { Needs } from './needs';
import type { Region } from './regions';
import type { VenueClass } from './reputation';
import type { Fill } from './fill';
import type { UsageFlag } from './answers/reported-usage';

/** Bytes encrypted with the order id as context, in base64 (see sealing.ts). */
export interface SealedBytes {
  readonly sealed: string;
  /** The context, so that a reader of the history needs only the bytes. */
  readonly orderId?: string;
}

/** The request: encrypted within the order, or in the payload store when it is large. */
export type RequestReference = (
  | SealedBytes
  | {
      readonly payloadId: string;
      /** Encrypted. Absent in older orders, which had at most 2 MB. */
      readonly sizeBytes?: number;
    }
) & {
  /** Absent in older orders: their body is prepared when it is sent. */
  readonly layout?: BodyLayout;
};

/** A complete bid: no part of it is read from elsewhere later. */
export interface ChatOrder {
  readonly orderId: string;
  readonly workflowId: string;
  readonly accountId: string;
  /**
   * The participant whose turns it uses: the account, or its owner with all accounts. Absent in
   * older orders.
   */
  readonly participant?: string;
  /** The buyer's key that asks. Absent in draws, and in older orders. */
  readonly keyId?: string;
  /** Whether that key has a limit. */
  readonly isCapped?: true;
  readonly requestId: string;
  /**
   * W3C `traceparent` of its request. Absent without a trace, and in older orders.
   */
  readonly traceparent?: string;
  readonly modelId: string;
  readonly region: Region | null;
  /** The seller that the bid is pinned to. */
  readonly sellerId: string | null;
  /** The venue pin as the buyer wrote it. */
  readonly venuePin: string | null;
  /** The contract to draw on, when the request came with its ticket. */
  readonly contractId?: string;
  /**
   * Never matched: sellers of the buyer's own owner (MATCH-8), those that it ignores, and those that
   * lacked what the request needs when it arrived (MATCH-16).
   */
  readonly excludedSellerIds: readonly string[];
  /** The only sellers that may serve it. Absent for any, or when it is pinned to one. */
  readonly onlySellerIds?: readonly string[];
  /** Sellers to try first, in this order, before price decides. Absent without an order. */
  readonly orderedSellerIds?: readonly string[];
  /** The session that it belongs to, as a digest. Absent without one. */
  readonly session?: string;
  /** The seller that served its session last; it serves again at no worse price (MATCH-18). */
  readonly lastSellerId?: string;
  /** What it needs of its seller. Absent in draws, and in older orders. */
  readonly needs?: Needs;
  readonly ceilingScale8: string;
  /** Counted and padded by the margin: part of the reserved size. */
  readonly promptTokens: number;
  /** Counted without the margin: charged when the seller reports none. Absent in older orders. */
  readonly countedPromptTokens?: number;
  /** A report of more is implausible. Absent in older orders: twice the count. */
  readonly plausiblePromptTokens?: number;
  readonly quantityMinTokens: number;
  readonly quantityMaxTokens: number;
  /** Requested choices (`n`). */
  readonly choices: number;
  /** True when the request states no cap: the reserved size determines `max_tokens`. */
  readonly elastic: boolean;
  readonly streamed: boolean;
  /** The gateway that makes the first attempt; absent when a workflow makes all attempts. */
  readonly gatewayId?: string;
  /** The idempotency record to delete when the order is refused. */
  readonly idempotencyId: string | null;
  readonly request: RequestReference;
  readonly limits: {
    /** From the start of the order to the first byte. */
    readonly deadlineMs: number;
    /** From the first byte to the last. */
    readonly answerTimeoutMs: number;
    readonly heartbeatMs: number;
  };
}

/** A reserved fill: capacity reserved from one ask, and money held for it. */
export interface MatchedFill extends Fill<string> {
  readonly sellerId: string;
  readonly endpointUrl: string;
  readonly modelId: string;
  /** The seller's spelling of the model; absent in older fills. */
  readonly sellerModel?: string;
  readonly region: Region;
  readonly listPriceScale8: string;
  /** Anonymised tier of the seller: prime, standard, basic or unrated. */
  readonly venueClass: VenueClass;
  /** Whether its seller served the session last; absent without a session. */
  readonly sticky?: boolean;
  /** For a draw: its contract and lot. */
  readonly drawnOn?: {
    readonly contractId: string;
    readonly lotId: string;
    readonly lotWorkflowId: string;
  };
}

/** Identifies the fill that filled an order. */
export type FilledBy = Pick<MatchedFill, 'orderId' | 'fillId' | 'sellerId'> & {
  readonly drawnOn?: { readonly lotId: string; readonly lotWorkflowId?: string };
};

/** A refusal that the buyer reads; `passed` is a seller's own 4xx, passed on unchanged. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly param?: string;
  readonly numbers?: FailureNumbers;
  /** When the same request may succeed; absent for the rule of its code. */
  readonly retryAfterSeconds?: number;
  /** Absent when nobody was asked. */
  readonly asked?: readonly AskedSeller[];
  readonly passed?: { readonly status: number; readonly body: SealedBytes };
}

export type MatchOutcome =
  | { readonly kind: 'matched'; readonly fill: MatchedFill }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Data for the settlement of a fill, determined right after the last byte. */
export interface Settlement {
  readonly fillId: string;
  readonly attempt: number;
  readonly usedTokens: number;
  readonly usage: TokenUsage;
  readonly usageFlag: UsageFlag | null;
  readonly streamed: boolean;
  /** When the seller's first byte arrived; absent in settlements of older releases. */
  readonly firstByteAtMs?: number;
  /** Absent in settlements of older releases, and of an answer that was cut. */
  readonly calls?: CallCounts;
  /** List price at the match; absent in settlements of older releases. */
  readonly listPriceScale8?: string;
  /** The stored answer with its fill: an encrypted `SettledAnswer`. */
  readonly answer: SealedBytes;
}

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
}

/** The buyer's answer, returned again under the same Idempotency-Key. */
export interface SettledAnswer {
  readonly fillId: string;
  readonly streamed: boolean;
  /** The JSON body of an unstreamed answer. */
  readonly body?: unknown;
  /** The `data:` payloads of a streamed answer in order, the one with the fill last. */
  readonly chunks?: readonly string[];
  /** False for a broken stream, which ends without `[DONE]`. */
  readonly complete: boolean;
}

/** The result of one attempt at one seller. */
export type DispatchResult =
  | {
      readonly kind: 'settled';
      readonly unusedReturned: boolean;
      /** The draw used up its lot. */
      readonly lotExhausted?: boolean;
    }
  | { readonly kind: 'delivered'; readonly settlement: Settlement }
  | {
      readonly kind: 'request_refused';
      readonly refusal: Refusal;
      /** Sellers of the same owner: another opinion is not theirs. Absent in older results. */
      readonly relatedSellerIds?: readonly string[];
    }
  | {
      readonly kind: 'throttled';
      readonly retryAfterMs: number | null;
      /** The seller was not asked: all of our connections to it were in use. */
      readonly isOurs?: boolean;
    }
  /** The stream has no reader left, and had not started: no other seller is asked. */
  | { readonly kind: 'buyer_gone' }
  | {
      readonly kind: 'failed';
      readonly outcomeUnknown: boolean;
      readonly deadlinePassed: boolean;
      /** A failure of the exchange, not of the seller. */
      readonly isOurs?: boolean;
      readonly detail: string;
    };

/** What an order has tried (chat-course.ts). */
export interface ChatCourse {
  /** Never matched, those of the bid included. */
  readonly excludedSellerIds: readonly string[];
  /** Each seller once, however often it was asked; includes sellers without a free connection. */
  readonly askedSellerIds: readonly string[];
  /** Whether the seller that is asked now was asked twice. */
  readonly isRepeated: boolean;
  /** The earliest end of a wait that a throttling seller requested. */
  readonly throttled: { readonly sellerId: string; readonly untilMs: number } | null;
  /** Waits for a throttled seller so far. */
  readonly waits: number;
  /** Of the first seller that refused the request: one of another owner is asked once more. */
  readonly refusal: Refusal | null;
  readonly refusedBySellerId: string | null;
}

/**
 * The state of an order that a gateway started and cannot end: its workflow continues from there.
 */
export interface BegunOrder {
  /** When the order started: its deadline counts from there, and ids derive from it. */
  readonly startedAtMs: number;
  /** What was tried before that attempt. Absent in older orders, whose attempt is their first. */
  readonly course?: ChatCourse;
  /** Both absent between two sellers. */
  readonly fill?: MatchedFill;
  readonly attempt?: BegunAttempt;
}

/** The attempt at the fill. */
export type BegunAttempt =
  | { readonly state: 'ended'; readonly result: DispatchResult }
  /** Possibly still in progress, in the process that polls this queue. */
  | { readonly state: 'under_way'; readonly taskQueue: string }
  /** The process that made it died. */
  | { readonly state: 'lost' };

export interface ChatOrderResult {
  readonly orderId: string;
  readonly fillId: string;
  readonly attempts: number;
  /** The answer is in the records, encrypted, for its retention time. */
  readonly answer?: AnswerReference;
}

/** The id is the order's, which is also the context of the encrypted bytes. */
export interface AnswerReference {
  readonly answerId: string;
}

/** For the order's record; the key is free again, so a repetition starts a new order. */
export const READER_LEFT =
  'The reader of the stream left before its first byte. Nothing was charged.';

/** Error message for an account at its limit of concurrent requests. */
export function tooManyRequestsText(limit: number): string {
  return `The account has ${limit} requests in progress, which is the limit. Wait for one of them to end.`;
}
