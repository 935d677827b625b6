/** A whole completion as a single stream chunk, for stream clients. */
import { isObject, type JsonObject } from '../json-object';
import { CHUNK } from './reader';

export function chunkOfCompletion(completion: JsonObject): JsonObject {
  const choices = (completion['choices'] as JsonObject[]).map(
    ({ message, ...choice }, position) => ({
      ...choice,
      index: choice['index'] ?? position,
      delta: deltaOf(message as JsonObject),
      finish_reason: choice['finish_reason'] ?? 'stop',
    }),
  );
  return { ...completion, object: CHUNK, choices };
}

/** In a delta, tool calls have the index by which a client assembles their pieces. */
function deltaOf(message: JsonObject): JsonObject {
  const calls = message['tool_calls'];
  if (!Array.isArray(calls)) return message;
  const indexed = calls.map((call: unknown, index) => (isObject(call) ? { index, ...call } : call));
  return { ...message, tool_calls: indexed };
}
