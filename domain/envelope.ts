/** Completing what a seller leaves out: every reader of a completion counts on its required members. */
import { CHUNK, type JsonObject, isObject } from './completion';

/** What every completion and chunk has: `id` and `created` where a seller leaves them out, `model` always. */
export interface Envelope {
  readonly id: string;
  /** Seconds since the Unix epoch. */
  readonly created: number;
  /** The instrument: a seller's own spelling of it is nothing that buyers know. */
  readonly model: string;
}

/** A well-formed completion with all members that its readers count on (CHAT-4). */
export function wholeCompletion(completion: JsonObject, envelope: Envelope): JsonObject {
  const choices = (completion['choices'] as JsonObject[]).map((choice, position) => ({
    ...choice,
    index: Number.isSafeInteger(choice['index']) ? choice['index'] : position,
    message: { role: 'assistant', ...(choice['message'] as JsonObject) },
    finish_reason: textOr(choice['finish_reason'], 'stop'),
  }));
  return { ...completion, ...enveloped(completion, envelope), object: 'chat.completion', choices };
}

/** A well-formed chunk with all members; the chunk itself when nothing of it has to change. */
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
