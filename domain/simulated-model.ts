/** A model that answers without a model: for the demo and for test mode. */
import { randomUUID } from 'node:crypto';

/** The fields of a chat request that are read; all others are ignored. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
}

export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

export interface Completion {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  /** The answer, split into simulated tokens. */
  readonly pieces: readonly string[];
  readonly finishReason: 'stop' | 'length';
  readonly usage: Usage;
}

/** Simulates a model's answer. @param seller who answers, in words */
export function complete(seller: string, request: ChatRequest): Completion {
  const text =
    `This is ${seller}, serving ${request.model}. ` +
    `You asked: "${questionOf(request)}" A real model would now think; the match, the hold, ` +
    `the dispatch and the settlement around this answer were all real.`;
  return completionOf(request, text.match(/\s+\S{0,4}|\S{1,4}/g) ?? []);
}

/** Simulates an answer that uses up the tokens of its request. */
export function completeAtLength(request: ChatRequest, tokensMax: number): Completion {
  const limit = request.max_completion_tokens ?? request.max_tokens ?? tokensMax;
  return completionOf(request, Array<string>(Math.min(limit, tokensMax)).fill(' token'));
}

interface Asking {
  readonly messages: readonly { readonly content?: unknown }[];
}

/** The text of the last message. */
export function questionOf({ messages }: Asking): string {
  return textOf(messages.at(-1)?.content);
}

function completionOf(request: ChatRequest, all: readonly string[]): Completion {
  const limit = request.max_completion_tokens ?? request.max_tokens ?? all.length;
  const kept = all.slice(0, limit);
  const prompt = request.messages.reduce((sum, turn) => sum + countTokens(turn.content), 0);
  return {
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    pieces: kept,
    finishReason: kept.length < all.length ? 'length' : 'stop',
    usage: {
      prompt_tokens: prompt,
      completion_tokens: kept.length,
      total_tokens: prompt + kept.length,
    },
  };
}

/** The body of an unstreamed answer. */
export function completionBody(completion: Completion): object {
  const { id, created, model, pieces, finishReason, usage } = completion;
  const message = { role: 'assistant', content: pieces.join('') };
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [
      {
        index: 0,
        message,
        finish_reason: finishReason,
      },
    ],
    usage,
  };
}

/** The `data:` objects of a streamed answer, in order. */
export function completionChunks(completion: Completion, includeUsage: boolean): object[] {
  const { id, created, model, pieces, finishReason, usage } = completion;
  const chunk = (choices: object[], more: object = {}) => ({
    id,
    object: 'chat.completion.chunk',
    created,
    model,
    choices,
    ...more,
  });
  const delta = (content: object, reason: string | null = null) =>
    chunk([{ index: 0, delta: content, finish_reason: reason }]);
  return [
    delta({ role: 'assistant', content: '' }),
    ...pieces.map((content) => delta({ content })),
    delta({}, finishReason),
    ...(includeUsage ? [chunk([], { usage })] : []),
  ];
}

/** A message is a string or a list of parts; pictures and sound have no text. */
function textOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  return content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('');
}

/** Estimates four characters per token, plus four tokens per message. */
function countTokens(content: unknown): number {
  return 4 + Math.ceil(textOf(content).length / 4);
}
