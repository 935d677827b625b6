/** Unsuccessful answers of a seller: a throttle, a refusal of the request, a failure. */
import { reasonIn } from '../../domain/answers/errors';
import { isObject, type JsonObject, parseJsonObject } from '../../domain/json-object';
import type { AnswerHead, HttpExchange } from './http-exchange';
import { AttemptFailure, type RefusedRequestOutcome, type ThrottledOutcome } from './outcome';

const REFUSAL_BYTES_MAX = 64 * 1024;
/** A 503 that says so is a throttle: a server that loads its model is soon back. */
const RESTARTS_WITHIN_MS = 30_000;

/**
 * The outcome of a status that is no answer.
 * @throws AttemptFailure for every status that is the seller's own failure, including redirects
 */
export async function readRefusal(
  exchange: HttpExchange,
  { status, headers }: AnswerHead,
): Promise<RefusedRequestOutcome | ThrottledOutcome> {
  const waitMs = retryAfterMs(headers['retry-after'], Date.now());
  const restarts = waitMs !== null && waitMs <= RESTARTS_WITHIN_MS;
  if (status === 429 || (status === 503 && restarts)) {
    return { kind: 'throttled', status, retryAfterMs: waitMs };
  }
  if (status === 400 || status === 413 || status === 422) {
    return { kind: 'refused_request', status, body: passedOn(await readJson(exchange)) };
  }
  throw new AttemptFailure('status', `the seller answered ${status}`, status);
}

/**
 * `Retry-After` in seconds or as an HTTP date (RFC 9110, section 10.2.3); null when it is absent or
 * invalid.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number.parseInt(header, 10) * 1_000;
  const dateMs = /^\s*[A-Z][a-z]{2}/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

/** The refusal's JSON; empty when unreadable, because the status alone blames the request. */
async function readJson(exchange: HttpExchange): Promise<JsonObject> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for (let bytes = await exchange.read(); bytes; bytes = await exchange.read()) {
      size += bytes.length;
      if (size > REFUSAL_BYTES_MAX) return {};
      parts.push(bytes);
    }
  } catch (error) {
    if (error instanceof AttemptFailure && error.reason !== 'aborted') return {};
    throw error;
  }
  return objectOf(Buffer.concat(parts).toString('utf8'));
}

/** Gemini refuses with a list. */
function objectOf(text: string): JsonObject {
  if (!text.trimStart().startsWith('[')) return parseJsonObject(text) ?? {};
  return parseJsonObject(`{"detail":${text}}`) ?? {};
}

/**
 * Adds the members of our own error bodies that the seller's lacks, with its words wherever they
 * stand; existing members stay unchanged.
 */
function passedOn(body: JsonObject): JsonObject {
  const { error } = body;
  const nested = isObject(error) ? error : {};
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const code =
    text(body['code']) ?? text(nested['code']) ?? text(nested['type']) ?? 'invalid_request';
  const message = reasonIn(body) ?? 'The seller refused the request.';
  const own = { message, type: 'invalid_request_error', code, param: null };
  return {
    ...body,
    code: body['code'] ?? code,
    message: body['message'] ?? message,
    error: isObject(error) ? { message, ...error } : (error ?? own),
  };
}
