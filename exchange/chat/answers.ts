/** Converts a seller's answer into the buyer's answer and the stored answer. */
import type { MatchedFill, SettledAnswer, TokenUsage } from '../../domain/chat';
import { AnswerReader } from '../../domain/answers/reader';
import { type Envelope, wholeChunk, wholeCompletion } from '../../domain/envelope';
import { type ErrorCode, documentationUrl, ruleOf } from '../../domain/errors';
import { isObject, type JsonObject, parseJsonObject } from '../../domain/json-object';
import { nextTurn, TokenMeter } from '../../domain/token-meter';
import type { Charge, CutBy } from '../../domain/usage';
import type { CutReason } from './attempt-fault';
import { fillObject } from './fill-object';

/** An unstreamed completion with its fill. */
export function wholeAnswer(
  fill: MatchedFill,
  charge: Charge,
  body: JsonObject,
  envelope: Envelope,
): SettledAnswer {
  return {
    fillId: fill.fillId,
    streamed: false,
    complete: true,
    body: {
      ...wholeCompletion(body, envelope),
      usage: shownUsage(body['usage'], charge),
      fill: fillObject(fill, charge.usedTokens),
    },
  };
}

/**
 * A complete stream: the seller's chunks, then a final chunk of the exchange with usage and fill.
 */
export function streamedAnswer(
  fill: MatchedFill,
  charge: Charge,
  chunks: readonly string[],
  closing: JsonObject,
  envelope: Envelope,
): SettledAnswer {
  const last = {
    ...wholeChunk({ ...closing, choices: [] }, envelope),
    usage: shownUsage(closing['usage'], charge),
    fill: fillObject(fill, charge.usedTokens),
  };
  return {
    fillId: fill.fillId,
    streamed: true,
    complete: true,
    chunks: [...chunks, JSON.stringify(last)],
  };
}

interface Cut {
  readonly by: CutBy;
  readonly reason: CutReason;
}

/** What a seller did that ended its stream. */
const SELLER_CUTS: Partial<Record<CutReason, string>> = {
  silence: 'The seller was cut for silence: it sent nothing for too long.',
  answer_timeout: 'The seller sent no token for too long.',
  answer_too_large: 'The answer of the seller is too large.',
  malformed: 'The seller sent a malformed chunk.',
  seller_error: 'The seller ended its answer with an error.',
  refused: 'The connection to the seller broke, and it refused to continue its answer.',
  differs:
    'The connection to the seller broke, and it gave another answer when it was asked again.',
};
const BROKEN = 'The connection to the seller broke, or it did not finish its answer.';

const CUTS: Readonly<Record<CutBy, { readonly code: ErrorCode; readonly message: string }>> = {
  seller: { code: 'seller_unreachable', message: 'Only delivered tokens are charged.' },
  buyer: {
    code: 'seller_unreachable',
    message:
      'The reader of this stream disconnected. The prompt and the tokens delivered until then are charged.',
  },
  exchange: {
    code: 'service_unavailable',
    message: 'The exchange could not forward the answer. Only delivered tokens are charged.',
  },
};

/** A stream that ended early, after its first byte (CHAT-6). */
export function cutAnswer(
  fill: MatchedFill,
  charge: Charge,
  chunks: readonly string[],
  { by, reason }: Cut,
  publicUrl: string | undefined,
): SettledAnswer {
  const { code, message: whole } = CUTS[by];
  const message = by === 'seller' ? `${SELLER_CUTS[reason] ?? BROKEN} ${whole}` : whole;
  const documentation_url = documentationUrl(code, publicUrl);
  const last = {
    error: { message, type: ruleOf(code).type, code, documentation_url },
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

const CHUNKS_PER_TURN = 256;

/** Tokens in the chunks that the buyer received. */
export async function deliveredTokens(chunks: readonly string[]): Promise<number> {
  const tokens = new TokenMeter();
  const answer = new AnswerReader((text, piece) => tokens.add(text, piece));
  for (const [at, data] of chunks.entries()) {
    const chunk = parseJsonObject(data);
    if (chunk) answer.read(chunk);
    if (at % CHUNKS_PER_TURN === CHUNKS_PER_TURN - 1) await nextTurn();
  }
  return tokens.count();
}

/** All that the seller reports, with the counts of the charge: they complete what it left out. */
function shownUsage(reported: unknown, charge: Charge) {
  return { ...(isObject(reported) ? reported : {}), ...usageObject(charge.usage) };
}

function usageObject(usage: TokenUsage) {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.totalTokens,
  };
}
