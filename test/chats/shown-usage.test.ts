/** The usage that a buyer reads: what the seller reports, completed (CHAT-4). */
import type { MatchedFill } from '../../domain/chat';
import { cutAnswer, streamedAnswer, wholeAnswer } from '../../exchange/chat/answers';

const FILL: MatchedFill = {
  orderId: 'order',
  fillId: 'fill',
  sellerId: 'seller',
  endpointUrl: 'http://127.0.0.1:1',
  askId: 'ask',
  modelId: 'model',
  region: 'us-east',
  venueClass: 'unrated',
  quantityTokens: 100,
  priceScale8: '100',
  listPriceScale8: '100',
};
const CHARGE = {
  usedTokens: 25,
  usage: { promptTokens: 10, completionTokens: 15, totalTokens: 25 },
  usageFlag: null,
};
const ENVELOPE = { id: 'chatcmpl-1', created: 1, model: 'model' };
const COMPLETION = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
};
const COUNTS = { prompt_tokens: 10, completion_tokens: 15, total_tokens: 25 };

/** As a body has it, and as the last chunk of a stream does. */
function shown(usage: unknown): unknown[] {
  const whole = wholeAnswer(FILL, CHARGE, { ...COMPLETION, usage } as never, ENVELOPE);
  const streamed = streamedAnswer(FILL, CHARGE, [], { usage } as never, ENVELOPE);
  return [
    (whole as { readonly body: { readonly usage: unknown } }).body.usage,
    (JSON.parse(streamed.chunks!.at(-1)!) as { readonly usage: unknown }).usage,
  ];
}

test.each([
  ['none', undefined, COUNTS],
  ['null', null, COUNTS],
  ['a part that is null', { ...COUNTS, prompt_tokens: null }, COUNTS],
  ['a part alone', { completion_tokens: 15 }, COUNTS],
  [
    'details',
    { ...COUNTS, prompt_tokens_details: { cached_tokens: 4 } },
    { ...COUNTS, prompt_tokens_details: { cached_tokens: 4 } },
  ],
])('%s', (_name, reported, expected) => {
  for (const usage of shown(reported)) expect(usage).toEqual(expected);
});

test.each([
  ['seller', 'silence', 'it sent nothing for too long.'],
  ['seller', 'answer_timeout', 'The seller sent no token for too long.'],
  [
    'seller',
    'connection_lost',
    'The connection to the seller broke, or it did not finish its answer.',
  ],
  ['seller', 'seller_error', 'The seller ended its answer with an error.'],
  [
    'seller',
    'refused',
    'The connection to the seller broke, and it refused to continue its answer.',
  ],
  [
    'seller',
    'differs',
    'The connection to the seller broke, and it gave another answer when it was asked again.',
  ],
  ['exchange', 'silence', 'The exchange could not forward the answer.'],
  ['buyer', 'aborted', 'The reader of this stream disconnected.'],
] as const)('a stream that the %s ends (%s) says: %s', (by, reason, says) => {
  const cut = cutAnswer(FILL, CHARGE, [], { by, reason }, undefined);
  const { error, usage } = JSON.parse(cut.chunks!.at(-1)!) as { error: object; usage: object };
  expect(error).toMatchObject({ message: expect.stringContaining(says) });
  expect(usage).toEqual(COUNTS);
});
