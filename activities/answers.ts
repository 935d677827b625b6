/** Turns what a seller delivered into what the buyer is given and what is remembered. */
import type { MatchedFill, SettledAnswer, TokenUsage } from '../domain/chat';
import { type JsonObject, StreamProgress, parseJsonObject } from '../domain/completion';
import { ruleOf } from '../domain/errors';
import { countCompletionTokens } from '../domain/tokens';
import type { Charge } from '../domain/usage';
import { fillObject } from './fill-object';

/** An unstreamed completion with its fill beside it. */
export function wholeAnswer(fill: MatchedFill, charge: Charge, body: JsonObject): SettledAnswer {
  const usage = body['usage'] ?? usageObject(charge.usage);
  return {
    fillId: fill.fillId,
    streamed: false,
    complete: true,
    body: { ...body, usage, fill: fillObject(fill, charge.usedTokens) },
  };
}

/** A complete stream: the seller's chunks, then one of ours with usage and fill. */
export function streamedAnswer(
  fill: MatchedFill,
  charge: Charge,
  chunks: readonly string[],
  closing: JsonObject,
): SettledAnswer {
  const last = {
    ...closing,
    choices: [],
    usage: closing['usage'] ?? usageObject(charge.usage),
    fill: fillObject(fill, charge.usedTokens),
  };
  return {
    fillId: fill.fillId,
    streamed: true,
    complete: true,
    chunks: [...chunks, JSON.stringify(last)],
  };
}

/** A stream that broke off after its first byte (decisions section 1, "A stream that breaks"). */
export function cutAnswer(
  fill: MatchedFill,
  charge: Charge,
  chunks: readonly string[],
  by: 'seller' | 'buyer',
): SettledAnswer {
  const code = 'seller_unreachable';
  const message =
    by === 'seller'
      ? 'The seller broke off its answer. Only the tokens that were delivered are charged.'
      : 'The reader of this stream went away. The prompt and the tokens delivered until then are charged.';
  const last = {
    error: { message, type: ruleOf(code).type, code },
    choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
    usage: usageObject(charge.usage),
    fill: fillObject(fill, charge.usedTokens),
  };
  return {
    fillId: fill.fillId,
    streamed: true,
    complete: false,
    chunks: [...chunks, JSON.stringify(last)],
  };
}

/** Tokens in the chunks that the buyer was given. */
export function deliveredTokens(chunks: readonly string[], choices: number): number {
  const progress = new StreamProgress(choices);
  for (const data of chunks) {
    const chunk = parseJsonObject(data);
    if (chunk) progress.note(chunk);
  }
  return countCompletionTokens(progress.texts());
}

function usageObject(usage: TokenUsage) {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.totalTokens,
  };
}
