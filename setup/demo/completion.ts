import { randomUUID } from 'node:crypto';

/** The fields of a chat request that the demo reads; it ignores all others. */
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

/** Simulates a model's answer. */
export function complete(seller: string, request: ChatRequest): Completion {
  const question = textOf(request.messages.at(-1)?.content);
  const pieces =
    `This is ${seller}, a demo seller on this machine, serving ${request.model}. ` +
    `You asked: "${question}" A real model would now think; the match, the hold, ` +
    `the dispatch and the settlement around this answer were all real.`;
  const all = pieces.match(/\s*\S{1,4}/g) ?? [];
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
    ...{ id, object: 'chat.completion', created, model },
    choices: [{ index: 0, message, finish_reason: finishReason }],
    usage,
  };
}

/** The `data:` objects of a streamed answer, in order. */
export function completionChunks(completion: Completion, includeUsage: boolean): object[] {
  const { id, created, model, pieces, finishReason, usage } = completion;
  const chunk = (choices: object[], more: object = {}) => ({
    ...{ id, object: 'chat.completion.chunk', created, model, choices },
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

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

/** Estimates four characters per token, plus four tokens per message. */
function countTokens(content: unknown): number {
  return 4 + Math.ceil(textOf(content).length / 4);
}
