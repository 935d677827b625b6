/** Answers of test sellers: completions and chunks in OpenAI's format. */
export interface Speech {
  readonly content?: string;
  /** The number of chunks of a stream. */
  readonly chunks?: number;
  /** What those chunks say instead of the content. */
  readonly deltas?: readonly object[];
  /** The `usage` object as sent; null for none; default is a plausible one. */
  readonly usage?: unknown;
  readonly finishReason?: string;
  /** Whether chunks leave out when the answer was created. */
  readonly isUndated?: boolean;
}

export const DEFAULT_CONTENT = 'The quick brown fox jumps over the lazy dog near the river bank.';

export function completionOf(id: string, model: string, speech: Speech = {}): object {
  const content = speech.content ?? DEFAULT_CONTENT;
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: 1_750_000_000,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content },
        finish_reason: speech.finishReason ?? 'stop',
      },
    ],
    ...usageMember(speech),
  };
}

/** The chunks of a stream without `[DONE]`: content, the finish, the usage. */
export function chunksOf(id: string, model: string, speech: Speech = {}): object[] {
  const content = speech.content ?? DEFAULT_CONTENT;
  const count = speech.chunks ?? 8;
  const envelope = {
    id: `chatcmpl-${id}`,
    object: 'chat.completion.chunk',
    ...(speech.isUndated ? {} : { created: 1_750_000_000 }),
    model,
  };
  const chunk = (delta: object, finish_reason: string | null) => ({
    ...envelope,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const pieces =
    speech.deltas?.map((delta) => chunk(delta, null)) ??
    Array.from({ length: count }, (_, index) => {
      const cut = (at: number) => Math.floor((content.length * at) / count);
      return chunk({ content: content.slice(cut(index), cut(index + 1)) }, null);
    });
  const usage = usageMember(speech);
  return [
    chunk({ role: 'assistant', content: '' }, null),
    ...pieces,
    chunk({}, speech.finishReason ?? 'stop'),
    ...('usage' in usage ? [{ ...envelope, choices: [], ...usage }] : []),
  ];
}

/** Correct sums, close to the truth for a short prompt and the default content. */
export const DEFAULT_USAGE = { prompt_tokens: 10, completion_tokens: 14, total_tokens: 24 };

function usageMember(speech: Speech): { usage?: unknown } {
  if (speech.usage === null) return {};
  return { usage: speech.usage ?? DEFAULT_USAGE };
}
