/**
 * Counting tokens with a real tokenizer (o200k_base), in bounded time whatever the text is.
 *
 * The tokenizer's time grows with the square of a word's length (64,000 equal letters: 2.6 s) and
 * nonsense costs it twenty times what prose does. So text is handed to it in short pieces, and of
 * a long text evenly spread samples are counted and scaled up. The samples' places are drawn by
 * chance: a text cannot hide its dense parts between them.
 */

const PIECE_CHARACTERS = 128;
const EXACT_CHARACTERS = 32_768;
const SAMPLE_CHARACTERS = 1_024;

/** OpenAI's rule: each message is framed by three tokens, its role is one more, the answer is primed with three. */
const MESSAGE_TOKENS = 4;
const PRIMING_TOKENS = 3;
const NAME_TOKENS = 1;
/** An image, sound or file: no text to count. A flat size, about that of a large picture. */
const OPAQUE_PART_TOKENS = 1_000;

type Tokenizer = typeof import('gpt-tokenizer/encoding/o200k_base');
let tokenizer: Tokenizer | undefined;

/** Loads the vocabulary (about 0.2 s, 60 MB) before the first request needs it. */
export function loadTokenizer(): Tokenizer {
  if (!tokenizer) {
    tokenizer = require('gpt-tokenizer/encoding/o200k_base') as Tokenizer;
    // The default of 100,000 entries makes the cache's own eviction the slowest part on hostile text.
    tokenizer.setMergeCacheSize(2_000);
  }
  return tokenizer;
}

/** The parts of a chat request that a model reads. */
export interface PromptParts {
  readonly messages: readonly unknown[];
  readonly tools?: unknown;
  readonly functions?: unknown;
  readonly response_format?: unknown;
}

/** Tokens of a prompt as a model will read it: the messages with their framing, tools and schemas. */
export function countPromptTokens(parts: PromptParts): number {
  const texts: string[] = [];
  let framingTokens = PRIMING_TOKENS;
  for (const message of parts.messages) {
    framingTokens += MESSAGE_TOKENS;
    if (isObject(message)) framingTokens += collectMessage(message, texts);
  }
  for (const extra of [parts.tools, parts.functions, parts.response_format]) {
    if (isObject(extra)) texts.push(JSON.stringify(extra));
  }
  return framingTokens + countTexts(texts);
}

/** Tokens of generated texts, one per choice and field, so that interleaved choices count alike. */
export function countCompletionTokens(texts: Iterable<string>): number {
  return countTexts([...texts]);
}

function collectMessage(message: Record<string, unknown>, texts: string[]): number {
  let tokens = 0;
  if (typeof message['name'] === 'string') {
    tokens += NAME_TOKENS;
    texts.push(message['name']);
  }
  const content = message['content'];
  if (typeof content === 'string') texts.push(content);
  else if (Array.isArray(content)) {
    for (const part of content) {
      const text = isObject(part) ? (part['text'] ?? part['refusal']) : part;
      if (typeof text === 'string') texts.push(text);
      else tokens += OPAQUE_PART_TOKENS;
    }
  }
  for (const field of ['tool_calls', 'function_call'] as const) {
    if (isObject(message[field])) texts.push(JSON.stringify(message[field]));
  }
  return tokens;
}

function countTexts(texts: readonly string[]): number {
  const length = texts.reduce((total, text) => total + text.length, 0);
  if (length > EXACT_CHARACTERS) return countSampled(texts.join('\n'));
  return texts.reduce((total, text) => total + countExactly(text), 0);
}

function countSampled(text: string): number {
  const samples = EXACT_CHARACTERS / SAMPLE_CHARACTERS;
  const stride = text.length / samples;
  let tokens = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const start = Math.floor(sample * stride + Math.random() * (stride - SAMPLE_CHARACTERS));
    tokens += countExactly(text.slice(start, start + SAMPLE_CHARACTERS));
  }
  return Math.ceil((tokens * text.length) / EXACT_CHARACTERS);
}

function countExactly(text: string): number {
  const { countTokens } = loadTokenizer();
  // A text that spells a special token ("<|endoftext|>") is text like any other.
  const options = { disallowedSpecial: new Set<string>() };
  let tokens = 0;
  for (let start = 0; start < text.length;) {
    const end = endOfPiece(text, start);
    tokens += countTokens(text.slice(start, end), options);
    start = end;
  }
  return tokens;
}

/** Cuts before a space where there is one, because the tokenizer does so too: prose counts exactly. */
function endOfPiece(text: string, start: number): number {
  const end = start + PIECE_CHARACTERS;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  return space > start + PIECE_CHARACTERS / 2 ? space : end;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
