/** What a call throws: one class per kind of refusal, and two for answers that never came. */
import type { ErrorCode } from './generated/types';

export interface Refusal {
  /** HTTP status. */
  readonly status: number;
  /** Tells refusals apart; each code has a page in the documentation. */
  readonly code: ErrorCode | (string & {});
  /** Text for people. */
  readonly message: string;
  /** The field at fault; null if none is. */
  readonly param: string | null;
  /** Page about the code; null if an intermediary answered instead of the exchange. */
  readonly documentationUrl: string | null;
  /** `x-request-id`: names the request in questions to the operator. */
  readonly requestId: string | null;
  /** From `Retry-After`; null without one. */
  readonly retryAfterMs: number | null;
  /** Whether the same request, sent again, can succeed. */
  readonly mayRetry: boolean;
}

/** Everything that a call throws on purpose. */
export class TokenbookError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** No answer came. With an `Idempotency-Key` the request can be sent again. */
export class ApiConnectionError extends TokenbookError {}

/** No answer came in time. */
export class ApiTimeoutError extends ApiConnectionError {}

/** The exchange refused. */
export class ApiError extends TokenbookError implements Refusal {
  readonly status: number;
  readonly code: ErrorCode | (string & {});
  readonly param: string | null;
  readonly documentationUrl: string | null;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly mayRetry: boolean;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.param = refusal.param;
    this.documentationUrl = refusal.documentationUrl;
    this.requestId = refusal.requestId;
    this.retryAfterMs = refusal.retryAfterMs;
    this.mayRetry = refusal.mayRetry;
  }

  /** An error of the class that belongs to the status. */
  static from(status: number, headers: Headers, text: string): ApiError {
    const refusal = readRefusal(status, headers, text);
    const named = BY_STATUS.get(status) ?? (status >= 500 ? InternalServerError : ApiError);
    return new named(refusal);
  }
}

export class BadRequestError extends ApiError {}
export class AuthenticationError extends ApiError {}
/** Too little money, or no ask at this price. */
export class PaymentRequiredError extends ApiError {}
export class PermissionDeniedError extends ApiError {}
export class NotFoundError extends ApiError {}
export class ConflictError extends ApiError {}
/** An `Idempotency-Key` was used for another body. */
export class UnprocessableEntityError extends ApiError {}
export class RateLimitError extends ApiError {}
export class InternalServerError extends ApiError {}

const BY_STATUS = new Map([
  [400, BadRequestError],
  [401, AuthenticationError],
  [402, PaymentRequiredError],
  [403, PermissionDeniedError],
  [404, NotFoundError],
  [409, ConflictError],
  [422, UnprocessableEntityError],
  [429, RateLimitError],
]);

interface Body {
  readonly code?: string;
  readonly message?: string;
  readonly param?: string | null;
  readonly documentation_url?: string;
  readonly error?: string | Body;
}

/** The Buyer surface nests the fields as OpenAI does, the others do not. */
function readRefusal(status: number, headers: Headers, text: string): Refusal {
  const body = parse(text);
  const nested = typeof body.error === 'object' ? body.error : {};
  return {
    status,
    code: body.code ?? `http_${status}`,
    message: body.message ?? `The exchange answered with status ${status}.`,
    param: body.param ?? nested.param ?? null,
    documentationUrl: body.documentation_url ?? nested.documentation_url ?? null,
    requestId: headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
    mayRetry: mayRetry(status, headers.get('x-should-retry')),
  };
}

function mayRetry(status: number, advice: string | null): boolean {
  if (advice !== null) return advice === 'true';
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** Seconds, or a date. */
function retryAfterMs(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - Date.now());
}

function parse(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
