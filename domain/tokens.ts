/**
 * Counts tokens with a real tokenizer (o200k_base), in bounded time for any text.
 *
 * The tokenizer's time grows with the square of a word's length (64,000 equal letters: 2.6 s), and
 * nonsense takes it twenty times as long as prose. Text is therefore passed to it in short pieces,
 * and for a long text some pieces are counted and extrapolated (text-samples.ts).
 */

import { PIECE_CHARACTERS, samplesOf } from './text-samples';

/**
 * OpenAI's rule: each message has three framing tokens and one for its role; the answer is primed
 * with three.
 */
const MESSAGE_TOKENS = 4;
const PRIMING_TOKENS = 3;
const NAME_TOKENS = 1;
/** An image, sound or file has no text to count: a flat size, about that of a large picture. */
const OPAQUE_PART_TOKENS = 1_000;

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

/** Message parts with a picture, a sound or a file. */
const OPAQUE_PARTS: ReadonlySet<unknown> = new Set([
  'image_url',
  'input_image',
  'input_audio',
  'audio_url',
  'video_url',
  'file',
  'input_file',
]);

/** Other fields for generation settings, accounting or routing: no model reads them. */
const SETTINGS: ReadonlySet<string> = new Set([
  'model',
  'max_price',
  'region',
  'venue_pin',
  'provider',
  'models',
  'audio',
  'logit_bias',
  'metadata',
  'modalities',
  'prompt_cache_key',
  'reasoning_effort',
  'safety_identifier',
  'service_tier',
  'stop',
  'stream_options',
  'tool_choice',
  'user',
  'verbosity',
]);

/** Fields whose names and structure the model reads too. */
const SCHEMAS: ReadonlySet<string> = new Set(['tools', 'functions', 'response_format']);

/** A chat request. */
export interface PromptParts {
  readonly messages: readonly unknown[];
  readonly [field: string]: unknown;
}

/**
 * Tokens of a prompt as a model reads it: the messages with their framing, tools and schemas, and
 * every text in unknown fields, because they are passed on to the seller unchanged.
 */
export function countPromptTokens({ messages, ...parts }: PromptParts): number {
  const texts: string[] = [];
  let framingTokens = PRIMING_TOKENS;
  for (const message of messages) {
    framingTokens += MESSAGE_TOKENS;
    if (isObject(message)) framingTokens += collectMessage(message, texts);
  }
  for (const [name, value] of Object.entries(parts)) {
    if (SCHEMAS.has(name) && isObject(value)) texts.push(JSON.stringify(value));
    else if (!SETTINGS.has(name)) collectTexts(value, texts);
  }
  return framingTokens + countTexts(texts);
}

function collectMessage(message: Record<string, unknown>, texts: string[]): number {
  const { role: _role, content, tool_calls, function_call, ...others } = message;
  let tokens = typeof others['name'] === 'string' ? NAME_TOKENS : 0;
  if (Array.isArray(content)) {
    for (const part of content) tokens += collectPart(part, texts);
  } else collectTexts(content, texts);
  for (const calls of [tool_calls, function_call]) {
    if (isObject(calls)) texts.push(JSON.stringify(calls));
  }
  collectTexts(others, texts);
  return tokens;
}

/** @returns the tokens of the part besides its texts */
function collectPart(part: unknown, texts: string[]): number {
  if (typeof part === 'string') return texts.push(part) && 0;
  if (!isObject(part)) return OPAQUE_PART_TOKENS;
  const { type, ...fields } = part;
  if (OPAQUE_PARTS.has(type)) return OPAQUE_PART_TOKENS;
  collectTexts(fields, texts);
  return typeof (part['text'] ?? part['refusal']) === 'string' ? 0 : OPAQUE_PART_TOKENS;
}

/** Every text within a value, at any depth; iterative, because the input is untrusted. */
function collectTexts(value: unknown, texts: string[]): void {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') texts.push(next);
    else if (isObject(next)) for (const member of Object.values(next)) open.push(member);
  }
}

function countTexts(texts: readonly string[]): number {
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
