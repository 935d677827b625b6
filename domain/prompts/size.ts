/** The size of a prompt: what of a request a model reads, and how many tokens that is (MONEY-6). */
import { countTexts } from '../tokens';
import { FILE_TOKENS, type PromptMedia, mediaOf } from './media';
import { DEFAULT_MEDIA_RULES, type MediaRules, tokensOfMedia } from './media-rules';

/** The answer is primed with three tokens. */
const PRIMING_TOKENS = 3;
const NAME_TOKENS = 1;

/** Other fields for generation settings, accounting or routing: no model reads them. */
const SETTINGS: ReadonlySet<string> = new Set([
  'model',
  'max_price',
  'region',
  'venue_pin',
  'provider',
  'models',
  'session_id',
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
  readonly media: readonly PromptMedia[];
}

/** How the sellers of an instrument count. */
export interface PromptRules {
  /** What a chat template adds to each message. */
  readonly tokensPerMessage: number;
  readonly media: MediaRules;
}

/** OpenAI's rule: each message has three tokens around it, and one for its role. */
export const DEFAULT_PROMPT_RULES: PromptRules = {
  tokensPerMessage: 4,
  media: DEFAULT_MEDIA_RULES,
};

/** What an empty message and one token of an answer take: a ticket that has less is exhausted. */
export const LEAST_REQUEST_TOKENS = PRIMING_TOKENS + DEFAULT_PROMPT_RULES.tokensPerMessage + 1;

export interface PromptTokens {
  /** Our count: the base of a bid, and of what is charged without a report. */
  readonly countedPromptTokens: number;
  /** More than this is no honest report: twice the texts, three times the media. */
  readonly plausiblePromptTokens: number;
}

export function tokensOfPrompt(size: PromptSize, rules: PromptRules): PromptTokens {
  const textTokens = size.tokens + size.messages * rules.tokensPerMessage;
  const media = size.media.map((one) => tokensOfMedia(one, rules.media));
  return {
    countedPromptTokens: media.reduce((sum, { tokens }) => sum + tokens, textTokens),
    plausiblePromptTokens: media.reduce(
      (sum, { mostTokens }) => sum + 3 * mostTokens,
      2 * textTokens,
    ),
  };
}

/**
 * The prompt as a model reads it: the messages, tools and schemas, and every text in unknown
 * fields, because they are passed on to the seller unchanged.
 */
export function measurePrompt({ messages, ...parts }: PromptParts): PromptSize {
  const texts: string[] = [];
  const media: PromptMedia[] = [];
  let tokens = PRIMING_TOKENS;
  for (const message of messages) {
    if (isObject(message)) tokens += collectMessage(message, texts, media);
  }
  for (const [name, value] of Object.entries(parts)) {
    if (SCHEMAS.has(name) && isObject(value)) texts.push(JSON.stringify(value));
    else if (!SETTINGS.has(name)) collectTexts(value, texts);
  }
  return { tokens: tokens + countTexts(texts), messages: messages.length, media };
}

/** @returns the tokens of the message besides its texts and media */
function collectMessage(
  message: Record<string, unknown>,
  texts: string[],
  media: PromptMedia[],
): number {
  const { role: _role, content, tool_calls, function_call, ...others } = message;
  if (Array.isArray(content)) {
    for (const part of content) collectPart(part, texts, media);
  } else collectTexts(content, texts);
  for (const calls of [tool_calls, function_call]) {
    if (isObject(calls)) texts.push(JSON.stringify(calls));
  }
  collectTexts(others, texts);
  return typeof others['name'] === 'string' ? NAME_TOKENS : 0;
}

function collectPart(part: unknown, texts: string[], media: PromptMedia[]): void {
  if (typeof part === 'string') {
    texts.push(part);
    return;
  }
  const known = isObject(part) ? mediaOf(part) : null;
  if (known) {
    media.push(known);
    return;
  }
  const { type: _type, ...fields } = isObject(part) ? part : {};
  collectTexts(fields, texts);
  const hasText = typeof (fields['text'] ?? fields['refusal']) === 'string';
  if (!hasText) media.push({ kind: 'file', mostTokens: FILE_TOKENS });
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
