/** The texts of a whole answer, or those assembled from the chunks of a stream. */
import type { JsonObject } from '../json-object';
import { AnswerReader } from './reader';

/** @param values well-formed chunks, or one whole answer. @returns one text per choice and field */
export function textsOf(values: readonly JsonObject[]): string[] {
  return readAll(values).texts;
}

/** @returns also the reader, which knows the usage and the media */
export function readAll(values: readonly JsonObject[]): {
  readonly reader: AnswerReader;
  readonly texts: string[];
} {
  const texts = new Map<string, string>();
  const take = (text: string, piece: string) => texts.set(text, (texts.get(text) ?? '') + piece);
  const reader = new AnswerReader(take);
  for (const value of values) reader.read(value);
  return { reader, texts: [...texts.values()] };
}
