/** Adds required members that a seller omits, because clients depend on them. */
import { CHUNK } from './answers/reader';
import { isObject, type JsonObject } from './json-object';

/**
 * Members of every completion and chunk: `id` and `created` when the seller omits them, `model`
 * always.
 */
export interface Envelope {
  readonly id: string;
  /** Seconds since the Unix epoch. */
  readonly created: number;
  /** The instrument: the seller's own spelling stays hidden from buyers. */
  readonly model: string;
}

/** A well-formed completion with all required members (CHAT-4). */
export function wholeCompletion(completion: JsonObject, envelope: Envelope): JsonObject {
  const choices = (completion['choices'] as JsonObject[]).map((choice, position) => ({
    ...choice,
    index: Number.isSafeInteger(choice['index']) ? choice['index'] : position,
    message: { role: 'assistant', ...(choice['message'] as JsonObject) },
    finish_reason: textOr(choice['finish_reason'], 'stop'),
  }));
  return { ...completion, ...enveloped(completion, envelope), object: 'chat.completion', choices };
}

/** A well-formed chunk with all required members; the same object when nothing changes. */
export function wholeChunk(chunk: JsonObject, envelope: Envelope): JsonObject {
  const choices = chunk['choices'] as JsonObject[];
  const isWhole =
    chunk['object'] === CHUNK &&
    typeof chunk['id'] === 'string' &&
    chunk['model'] === envelope.model &&
    Number.isSafeInteger(chunk['created']) &&
    choices.every((choice) => Number.isSafeInteger(choice['index']) && isObject(choice['delta']));
  if (isWhole) return chunk;
  return {
    ...chunk,
    ...enveloped(chunk, envelope),
    object: CHUNK,
    choices: choices.map((choice, position) => ({
      ...choice,
      index: Number.isSafeInteger(choice['index']) ? choice['index'] : position,
      delta: isObject(choice['delta']) ? choice['delta'] : {},
    })),
  };
}

function enveloped(value: JsonObject, { id, created, model }: Envelope): JsonObject {
  return {
    id: textOr(value['id'], id),
    created: Number.isSafeInteger(value['created']) ? value['created'] : created,
    model,
  };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
