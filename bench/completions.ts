/** The answer of the instant seller: a short chat completion, whole or in chunks. */

const WORDS = 'The quick brown fox jumps over the lazy dog near the river bank.'.split(/(?= )/);
const ENVELOPE = { id: 'chatcmpl-bench', created: 1_750_000_000 };
const USAGE = { prompt_tokens: 10, completion_tokens: 14, total_tokens: 24 };

export function wholeCompletion(model: string): string {
  return JSON.stringify({
    ...ENVELOPE,
    object: 'chat.completion',
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: WORDS.join(''),
        },
        finish_reason: 'stop',
      },
    ],
    usage: USAGE,
  });
}

/** Every event of the streamed answer, including its end. */
export function streamedCompletion(model: string): string[] {
  const head = { ...ENVELOPE, object: 'chat.completion.chunk', model };
  const delta = (content: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta: content, finish_reason }],
  });
  const chunks = [
    delta({ role: 'assistant', content: '' }),
    ...WORDS.map((content) => delta({ content })),
    delta({}, 'stop'),
    { ...head, choices: [], usage: USAGE },
  ];
  return [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map(
    (data) => `data: ${data}\n\n`,
  );
}
