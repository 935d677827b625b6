/**
 * Counts tokens with a real tokenizer (o200k_base), in bounded time for any text.
 *
 * The tokenizer's time grows with the square of a word's length (64,000 equal letters: 2.6 s), and
 * nonsense takes it twenty times as long as prose. Text is therefore passed to it in short pieces,
 * and for a long text some pieces are counted and extrapolated (text-samples.ts).
 */

import { PIECE_CHARACTERS, samplesOf } from './text-samples';

type Tokenizer = typeof import('gpt-tokenizer/encoding/o200k_base');
let tokenizer: Tokenizer | undefined;

/** Loads the vocabulary (about 0.2 s, 60 MB) before the first request needs it. */
export function loadTokenizer(): Tokenizer {
  if (!tokenizer) {
    tokenizer = require('gpt-tokenizer/encoding/o200k_base') as Tokenizer;
    // With the default of 100,000 entries, cache eviction dominates on hostile text.
    tokenizer.setMergeCacheSize(2_000);
  }
  return tokenizer;
}

/** Tokens of all texts; long ones are sampled. */
export function countTexts(texts: readonly string[]): number {
  const counts = samplesOf(texts).map(
    (samples) =>
      samples.texts.reduce((total, text) => total + countExactly(text), 0) * samples.scale,
  );
  return Math.ceil(counts.reduce((total, count) => total + count, 0));
}

function countExactly(text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length;) {
    const end = endOfPiece(text, start);
    tokens += countPiece(text.slice(start, end));
    start = end;
  }
  return tokens;
}

/** A text that contains a special token ("<|endoftext|>") is ordinary text. */
const PLAIN = { disallowedSpecial: new Set<string>() };

/** Tokens of a short text: at most 0.5 ms for a piece cut by `endOfPiece`. */
export function countPiece(piece: string): number {
  return loadTokenizer().countTokens(piece, PLAIN);
}

/** Cuts before a space if possible, as the tokenizer does: prose is counted exactly. */
export function endOfPiece(text: string, start: number): number {
  const end = start + PIECE_CHARACTERS;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  return space > start + PIECE_CHARACTERS / 2 ? space : end;
}
