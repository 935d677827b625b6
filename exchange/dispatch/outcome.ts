/** Outcomes of one attempt at one seller (DISPATCH-5 to DISPATCH-10). */
import type { CallCounts } from '../../domain/answers/calls';
import type { ReportedUsage } from '../../domain/answers/reported-usage';
import type { JsonObject } from '../../domain/json-object';
import type { CutBy } from '../../domain/usage';

export type FailureReason =
  /** The endpoint, or an address its name resolves to, must not be connected to. */
  | 'address_refused'
  /** Failure of the exchange: no route, no socket, no name service. */
  | 'exchange_fault'
  /** Limit of the exchange: too many requests wait for a connection to the seller. */
  | 'no_connection'
  /** No connection: refused, unknown name, TLS failed. */
  | 'connect_failed'
  /** The exchange's own name servers do not answer. */
  | 'dns_failed'
  | 'connect_timeout'
  /** Lost after writing the request had started: the outcome at the seller is unknown. */
  | 'connection_lost'
  | 'first_byte_timeout'
  /** It showed life, and sent no token for too long. */
  | 'first_token_timeout'
  /** The bid's own deadline, earlier than the attempt's timeout. */
  | 'deadline'
  /** No byte within a stream for too long. */
  | 'silence'
  | 'answer_timeout'
  | 'answer_too_large'
  /**
   * A status that is the seller's failure: 5xx, a 4xx that does not blame the request, a redirect.
   */
  | 'status'
  /** Bad framing, JSON, UTF-8, content type or shape. */
  | 'malformed'
  /** An error object instead of, or within, the answer. */
  | 'seller_error'
  /** A stream that ended without a `finish_reason`. */
  | 'unfinished'
  /** The caller's signal: the buyer disconnected. */
  | 'aborted';

/**
 * `wasPaused`: this process was paused, so neither the time nor an early end says anything about
 * the seller.
 */
export interface AnsweredOutcome {
  readonly kind: 'answered';
  readonly streamed: false;
  /** The seller's completion as received, without a `fill` of its own. */
  readonly body: JsonObject;
  readonly usage: ReportedUsage | null;
  /** The exchange's count of the generated text. */
  readonly completionTokens: number;
  readonly calls: CallCounts;
  /** From the start of the attempt to the first byte: here the whole answer. */
  readonly firstByteMs: number;
  readonly wasPaused?: boolean;
}

export interface StreamedOutcome {
  readonly kind: 'answered';
  readonly streamed: true;
  /** Chunks passed to `onChunk`. */
  readonly chunks: number;
  readonly finishReason: string;
  /**
   * The envelope of the stream's last chunk, to be completed with `usage` and `fill`: `id`,
   * `object`, `created`, `model`, `choices: []` and the other fields of the seller's own usage
   * chunk.
   */
  readonly closing: JsonObject;
  readonly usage: ReportedUsage | null;
  readonly completionTokens: number;
  readonly calls: CallCounts;
  readonly firstByteMs: number;
  readonly wasPaused?: boolean;
}

/** A stream that ended early, after its first byte. */
export interface CutOutcome {
  readonly kind: 'cut';
  readonly by: CutBy;
  readonly chunks: number;
  readonly closing: JsonObject;
  readonly firstByteMs: number;
  readonly reason: FailureReason;
  readonly detail: string;
}

/** A 4xx that blames the request: passed on with its body, uncharged, not retried. */
export interface RefusedRequestOutcome {
  readonly kind: 'refused_request';
  readonly status: 400 | 413 | 422;
  /** The seller's JSON, with `code`, `message` and `error` added where missing. */
  readonly body: JsonObject;
}

export interface ThrottledOutcome {
  readonly kind: 'throttled';
  readonly status: 429 | 503;
  readonly retryAfterMs: number | null;
}

/** The buyer received nothing: another seller may be asked. */
export interface FailedOutcome {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** False when certainly nothing was sent to the seller. */
  readonly sent: boolean;
  /** The connection was lost after the request was sent: the seller may have done the work. */
  readonly unknown: boolean;
  readonly timeout: boolean;
  readonly blame: Blame;
  /** The seller's status, when it answered with one. */
  readonly status: number | null;
  /**
   * For the operator, in our own words: a seller's text may repeat the prompt, and details are not
   * encrypted.
   */
  readonly detail: string;
}

export type DispatchOutcome =
  | AnsweredOutcome
  | StreamedOutcome
  | CutOutcome
  | RefusedRequestOutcome
  | ThrottledOutcome
  | FailedOutcome;

/** Ends an exchange: thrown while waiting for a seller; the client converts it into an outcome. */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure';

  constructor(
    readonly reason: FailureReason,
    detail: string,
    readonly status: number | null = null,
  ) {
    super(detail);
  }
}

/** The failure for a seller's error object; its text is not forwarded. */
export function sellerError(): AttemptFailure {
  return new AttemptFailure('seller_error', 'the seller answered with an error object');
}

const TIMEOUTS: ReadonlySet<FailureReason> = new Set([
  'connect_timeout',
  'first_byte_timeout',
  'first_token_timeout',
  'deadline',
  'silence',
  'answer_timeout',
]);

/** Who is responsible for a failure. */
export type Blame =
  /** The exchange or the buyer: it counts against no seller. */
  | 'none'
  /** The seller, though a request may have provoked it. */
  | 'provokable'
  /** The connection was lost after the request: only a probe can tell whether the seller failed. */
  | 'lost'
  /** The seller, whatever the request: it was unreachable. */
  | 'unreachable';

const BLAMES: Partial<Record<FailureReason, Blame>> = {
  address_refused: 'unreachable',
  connect_failed: 'unreachable',
  connection_lost: 'lost',
  exchange_fault: 'none',
  dns_failed: 'none',
  no_connection: 'none',
  aborted: 'none',
};

/** @param isExchangeFault when the exchange was paused meanwhile, or gave the seller no time */
export function failedOutcome(
  failure: AttemptFailure,
  sent: boolean,
  isExchangeFault = false,
): FailedOutcome {
  return {
    kind: 'failed',
    reason: failure.reason,
    sent,
    unknown: sent && failure.reason === 'connection_lost',
    timeout: TIMEOUTS.has(failure.reason),
    blame: isExchangeFault ? 'none' : (BLAMES[failure.reason] ?? 'provokable'),
    status: failure.status,
    detail: failure.message,
  };
}
