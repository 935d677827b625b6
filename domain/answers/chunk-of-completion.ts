/** A whole completion as a single stream chunk, for stream clients. The reader numbers its calls. */
import type { JsonObject } from '../json-object';
import { CHUNK } from './reader';

export function chunkOfCompletion(completion: JsonObject): JsonObject {
  const choices = (completion['choices'] as JsonObject[]).map(
    ({ message, ...choice }, position) => ({
      ...choice,
      index: choice['index'] ?? position,
      delta: message,
      finish_reason: choice['finish_reason'] ?? 'stop',
    }),
  );
  return { ...completion, object: CHUNK, choices };
}
