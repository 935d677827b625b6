/**
 * The error registry: the only definition of a code, its HTTP status, its `error.type`, its public
 * text and its retry rule. The error middleware, the workflows' failure types, the API
 * descriptions, the documentation and the command line all read it (API-3).
 */
import type { AskedSeller } from './asked-sellers';
import { withoutTrailing } from './trailing';

export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'payment_required_error'
  | 'conflict_error'
  | 'rate_limit_error'
  | 'seller_error'
  | 'timeout_error'
  | 'api_error';

export interface ErrorRule {
  readonly status: number;
  readonly type: ErrorType;
  /** The default message. */
  readonly message: string;
  /**
   * `never`: the same request, repeated immediately, cannot succeed. The answer then has
   * `x-should-retry: false`, because stock clients repeat 408, 409 and 5xx automatically.
   */
  readonly retry?: 'never';
  /** A single answer may say how long to wait instead. */
  readonly mayWait?: true;
  /** Default of the `Retry-After` header, in seconds. */
  readonly retryAfterSeconds?: number;
}

const RULES = {
  invalid_request: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The request is malformed.',
  },
  invalid_price: { status: 400, type: 'invalid_request_error', message: 'The price is not valid.' },
  invalid_quantity: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The quantity is not valid.',
  },
  invalid_region: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The region is not valid.',
  },
  invalid_tenor: { status: 400, type: 'invalid_request_error', message: 'The tenor is not valid.' },
  invalid_model: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The model is not valid here.',
  },
  invalid_endpoint_url: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The endpoint URL must be an absolute https URL of a public host.',
  },
  invalid_decisions: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A batch holds 1 to 200 decisions.',
  },
  invalid_reason: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A reason holds at most 500 characters.',
  },
  request_too_large: {
    status: 413,
    type: 'invalid_request_error',
    message: 'The request body is too large.',
  },
  unauthorized: {
    status: 401,
    type: 'authentication_error',
    message: 'The credential is missing or invalid.',
  },
  key_of_other_mode: {
    status: 401,
    type: 'authentication_error',
    message: 'The key belongs to the other mode of this market.',
  },
  key_expired: {
    status: 401,
    type: 'authentication_error',
    message: 'The key has expired.',
  },
  insufficient_balance: {
    status: 402,
    type: 'payment_required_error',
    message: 'Insufficient available balance.',
    retry: 'never',
  },
  key_limit_reached: {
    status: 402,
    type: 'payment_required_error',
    message: 'The request may cost more than is left below the limit of this key.',
    retry: 'never',
  },
  no_fill_at_limit: {
    status: 402,
    type: 'payment_required_error',
    message: 'No ask matches at or below the price ceiling.',
    retry: 'never',
  },
  contract_exhausted: {
    status: 402,
    type: 'payment_required_error',
    message: 'The ticket has fewer tokens left than the request needs.',
    retry: 'never',
  },
  forbidden: {
    status: 403,
    type: 'permission_error',
    message: 'The credential does not allow this.',
  },
  key_restricted: {
    status: 403,
    type: 'permission_error',
    message: 'The key is not for this.',
  },
  seller_suspended: { status: 403, type: 'permission_error', message: 'The seller is suspended.' },
  seller_banned: { status: 403, type: 'permission_error', message: 'The seller is banned.' },
  not_found: {
    status: 404,
    type: 'not_found_error',
    message: 'The resource does not exist.',
    retry: 'never',
  },
  no_match: {
    status: 404,
    type: 'not_found_error',
    message: 'No seller matched the bid.',
    retry: 'never',
    mayWait: true,
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    message: 'The method is not allowed here.',
  },
  bid_timeout: {
    status: 408,
    type: 'timeout_error',
    message: 'No seller answered within the deadline. Nothing was charged.',
    retry: 'never',
  },
  endpoint_already_registered: {
    status: 409,
    type: 'conflict_error',
    message: 'The endpoint is registered with another key.',
    retry: 'never',
  },
  seller_default: {
    status: 409,
    type: 'seller_error',
    message: 'The bound seller failed to deliver.',
    retry: 'never',
  },
  contract_pending: {
    status: 409,
    type: 'conflict_error',
    message: 'The delivery window has not started.',
    retry: 'never',
  },
  contract_expired: {
    status: 410,
    type: 'invalid_request_error',
    message: 'The delivery window has ended.',
  },
  misdirected_request: {
    status: 421,
    type: 'invalid_request_error',
    message: 'This port does not answer that host name. ALLOWED_HOSTS adds one.',
    retry: 'never',
  },
  idempotency_conflict: {
    status: 422,
    type: 'invalid_request_error',
    message: 'The idempotency key was used with another request.',
  },
  rate_limited: {
    status: 429,
    type: 'rate_limit_error',
    message: 'The rate limit of this key is exceeded.',
    retryAfterSeconds: 1,
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    message: 'Internal error. Retry with the same Idempotency-Key.',
  },
  seller_unreachable: {
    status: 502,
    type: 'seller_error',
    message: 'No seller served the request. Nothing was charged.',
    retry: 'never',
  },
  market_halted: {
    status: 503,
    type: 'api_error',
    message: 'Trading of this instrument is halted. Resting orders can be cancelled.',
    retryAfterSeconds: 60,
  },
  ended_by_operator: {
    status: 503,
    type: 'api_error',
    message: 'An operator ended this request. Nothing was charged.',
    retry: 'never',
  },
  service_unavailable: {
    status: 503,
    type: 'api_error',
    message: 'The exchange is not ready for this. Try again shortly.',
    retryAfterSeconds: 1,
  },
} as const satisfies Record<string, ErrorRule>;

export type ErrorCode = keyof typeof RULES;

export const ERROR_CODES = Object.keys(RULES) as ErrorCode[];

export function ruleOf(code: ErrorCode): ErrorRule {
  return RULES[code];
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(RULES, text);
}

/** The URL of a code's page: below the public address, or as a path without one. */
export function documentationUrl(code: ErrorCode, publicUrl = ''): string {
  return `${withoutTrailing(publicUrl, '/')}/docs/errors/${code}`;
}

/** The numbers of a message, for clients that write their own; prices are decimals per 1,000 tokens. */
export interface FailureNumbers {
  readonly best_ask?: string;
  readonly max_price?: string;
  readonly largest_offer?: number;
  readonly quantity_needed?: number;
}

export interface FailureDetails {
  /** Public text; the registry's own when absent. */
  readonly message?: string;
  /** The invalid field of the request. */
  readonly param?: string;
  readonly numbers?: FailureNumbers;
  /** Sellers that were asked for the request, and why each one failed. */
  readonly asked?: readonly AskedSeller[];
  /** For the operator's log only; never part of an answer. */
  readonly internal?: string;
  /** Whole seconds to wait; the code's default when absent. */
  readonly retryAfterSeconds?: number;
  /** The code's own when absent: HTTP has special ones for requests that it refuses itself. */
  readonly status?: number;
  readonly cause?: unknown;
}

/** A refusal that the caller may read: a code of the registry with the details of this case. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly param: string | undefined;
  readonly numbers: FailureNumbers | undefined;
  readonly asked: readonly AskedSeller[] | undefined;
  readonly internal: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    details: FailureDetails = {},
  ) {
    super(details.message ?? RULES[code].message, { cause: details.cause });
    this.param = details.param;
    this.numbers = details.numbers;
    this.asked = details.asked;
    this.internal = details.internal;
    this.status = details.status ?? ruleOf(code).status;
    this.retryAfterSeconds = details.retryAfterSeconds ?? ruleOf(code).retryAfterSeconds;
  }

  get rule(): ErrorRule {
    return RULES[this.code];
  }
}

/** Shorthand for use after `throw`. */
export function fail(code: ErrorCode, details: FailureDetails = {}): Failure {
  return new Failure(code, details);
}
