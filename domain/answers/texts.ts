/** The texts of a whole answer, or those assembled from the chunks of a stream. */
import type { JsonObject } from '../json-object';
import { AnswerReader } from './reader';

/** @param values well-formed chunks, or one whole answer. @returns one text per choice and field */
export function textsOf(values: readonly JsonObject[]): string[] {
  const texts = new Map<string, string>();
  const reader = new AnswerReader((text, piece) =>
    texts.set(text, (texts.get(text) ?? '') + piece),
  );
  for (const value of values) reader.read(value);
  return [...texts.values()];
}
