/** The words of a seller that refuses or fails, wherever they stand (FastAPI, Gemini, Mistral, OpenAI). */
import { isObject, type JsonObject, objectsIn, parseJsonObject } from '../json-object';

/** Frameworks that answer every POST with 201 are in front of some servers. */
export function isAnswered(status: number): boolean {
  return status === 200 || status === 201;
}

/**
 * Whether an answer or a chunk is an error: by an `error`, which is none while it is empty, false or
 * null, as `object` (vLLM), or in a choice, by its `error` or its end (OpenRouter).
 */
export function isError({ error, object, choices }: JsonObject): boolean {
  return object === 'error' || isFull(error) || objectsIn(choices).some(hasFailed);
}

function hasFailed({ error, finish_reason: finish }: JsonObject): boolean {
  return finish === 'error' || isFull(error);
}

function isFull(error: unknown): boolean {
  if (typeof error === 'object' && error !== null) return Object.keys(error).length > 0;
  return Boolean(error);
}

/** Deeper reasons are no words. */
const LEVELS_MAX = 4;
/** In this order: what a person wrote first. */
const REASONS = ['message', 'error', 'detail', 'msg', 'title', 'reason'] as const;

/** The reason in a refusal; null when it has none. Several reasons are joined. */
export function reasonIn(value: unknown, levels = LEVELS_MAX): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (levels === 0) return null;
  if (Array.isArray(value)) {
    const reasons = value.map((one) => reasonIn(one, levels - 1)).filter((one) => one !== null);
    return reasons.length > 0 ? [...new Set(reasons)].join('; ') : null;
  }
  if (!isObject(value)) return null;
  for (const name of REASONS) {
    const reason = reasonIn(value[name], levels - 1);
    if (reason !== null) return reason;
  }
  return null;
}

/** One line of the words in the body of a refusal: the reason in JSON, or the text of a page without its tags. */
export function wordsOf(body: string): string {
  const value = parseJsonObject(`{"message":${body}}`)?.['message']; // Gemini refuses with a list
  const said = value === undefined ? body.replace(/<[^<>]*>/g, ' ') : (reasonIn(value) ?? body);
  return said.replace(/\s+/g, ' ').trim();
}
