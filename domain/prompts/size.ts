/** The size of a prompt: what of a request a model reads, and how many tokens that is (MONEY-6). */
import { countTexts } from '../tokens';

/** The answer is primed with three tokens. */
const PRIMING_TOKENS = 3;
const NAME_TOKENS = 1;
/** An image, sound or file has no text to count: a flat size, about that of a large picture. */
const OPAQUE_PART_TOKENS = 1_000;

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

/** A prompt before the rules of its instrument are known. */
export interface PromptSize {
  /** Of its texts. */
  readonly tokens: number;
  readonly messages: number;
}

/** How the sellers of an instrument count. */
export interface PromptRules {
  /** What a chat template adds to each message. */
  readonly tokensPerMessage: number;
}

/** OpenAI's rule: each message has three tokens around it, and one for its role. */
export const DEFAULT_PROMPT_RULES: PromptRules = { tokensPerMessage: 4 };

/** Our count of a prompt: the base of its bid, and of what is charged without a report. */
export function tokensOfPrompt({ tokens, messages }: PromptSize, rules: PromptRules): number {
  return tokens + messages * rules.tokensPerMessage;
}

/**
 * The prompt as a model reads it: the messages, tools and schemas, and every text in unknown
 * fields, because they are passed on to the seller unchanged.
 */
export function measurePrompt({ messages, ...parts }: PromptParts): PromptSize {
  const texts: string[] = [];
  let tokens = PRIMING_TOKENS;
  for (const message of messages) {
    if (isObject(message)) tokens += collectMessage(message, texts);
  }
  for (const [name, value] of Object.entries(parts)) {
    if (SCHEMAS.has(name) && isObject(value)) texts.push(JSON.stringify(value));
    else if (!SETTINGS.has(name)) collectTexts(value, texts);
  }
  return { tokens: tokens + countTexts(texts), messages: messages.length };
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

/** Lists included. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
