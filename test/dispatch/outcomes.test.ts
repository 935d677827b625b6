/** Every behaviour of the zoo, streamed and unstreamed, and the outcome that it must lead to. */
import { DEFAULT_CONTENT } from '../support/sellers/completions';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { startSeller, type Seller } from '../support/sellers/seller';
import { attempt, closeClients, testClient, textOf } from './attempt';

const client = testClient();
let seller: Seller;

beforeAll(async () => {
  seller = await startSeller();
});
afterAll(async () => {
  await closeClients();
  await seller.close();
});

type Row = [name: string, behaviour: Behaviour, expected: object];

const failed = (reason: string, more: object = {}) => ({ kind: 'failed', reason, ...more });
const definite = { sent: true, unknown: false, timeout: false };
const unknown = { sent: true, unknown: true, timeout: false };
const timedOut = { sent: true, unknown: false, timeout: true };

/** Failures and refusals that are the same however the answer was asked for. */
const beforeTheFirstByte: Row[] = [
  ['silent', BEHAVIOURS.silent(), failed('first_byte_timeout', timedOut)],
  [
    'slowFirstByte',
    BEHAVIOURS.slowFirstByte({ delayMs: 1_500 }),
    failed('first_byte_timeout', timedOut),
  ],
  ['resetBeforeHeaders', BEHAVIOURS.resetBeforeHeaders(), failed('connection_lost', unknown)],
  ['resetAfterBody', BEHAVIOURS.resetAfterBody(), failed('connection_lost', unknown)],
  ['endlessHeaders', BEHAVIOURS.endlessHeaders(), failed('first_byte_timeout', timedOut)],
  ['notHttp', BEHAVIOURS.notHttp(), failed('malformed', definite)],
  [
    'errorFirst',
    BEHAVIOURS.errorFirst(),
    failed('seller_error', { ...definite, detail: 'the seller answered with an error object' }),
  ],
  ['error500', BEHAVIOURS.error500(), failed('status', { ...definite, status: 500 })],
  ['error503', BEHAVIOURS.error503(), failed('status', { ...definite, status: 503 })],
  ['unauthorized', BEHAVIOURS.unauthorized(), failed('status', { ...definite, status: 401 })],
  ['204', BEHAVIOURS.status({ status: 204 }), failed('status', { ...definite, status: 204 })],
  ['404', BEHAVIOURS.status({ status: 404 }), failed('status', { ...definite, status: 404 })],
  ['redirect 302', BEHAVIOURS.redirect(), failed('status', { ...definite, status: 302 })],
  [
    'redirect 307',
    BEHAVIOURS.redirect({ status: 307 }),
    failed('status', { ...definite, status: 307 }),
  ],
  ['gzipBomb', BEHAVIOURS.gzipBomb({ megabytes: 20 }), failed('malformed', definite)],
  ['notACompletion', BEHAVIOURS.notACompletion(), failed('malformed', definite)],
  ['a list', BEHAVIOURS.notACompletion({ body: [] }), failed('malformed', definite)],
  [
    'no choices',
    BEHAVIOURS.notACompletion({ body: { choices: [] } }),
    failed('malformed', definite),
  ],
  ['notJson', BEHAVIOURS.notJson(), failed('malformed', definite)],
  ['endlessBody', BEHAVIOURS.endlessBody(), failed('answer_too_large', definite)],
  ['truncatedJson', BEHAVIOURS.truncatedJson(), failed('connection_lost', unknown)],
  [
    'throttled by seconds',
    BEHAVIOURS.throttled({ retryAfter: '2' }),
    { kind: 'throttled', status: 429, retryAfterMs: 2_000 },
  ],
  [
    'throttled without a time',
    BEHAVIOURS.throttled({ retryAfter: null }),
    { kind: 'throttled', status: 429, retryAfterMs: null },
  ],
  [
    'throttled by nonsense',
    BEHAVIOURS.throttled({ retryAfter: '-5' }),
    { kind: 'throttled', status: 429, retryAfterMs: null },
  ],
  [
    'contextLength',
    BEHAVIOURS.contextLength(),
    {
      kind: 'refused_request',
      status: 400,
      body: {
        code: 'context_length_exceeded',
        message: 'This model has a context of 8192 tokens.',
        error: expect.objectContaining({ type: 'invalid_request_error' }),
      },
    },
  ],
  ['contentFilter', BEHAVIOURS.contentFilter(), { kind: 'refused_request', status: 422 }],
  ['tooLarge', BEHAVIOURS.tooLarge(), { kind: 'refused_request', status: 413 }],
  [
    'htmlRefusal',
    BEHAVIOURS.htmlRefusal(),
    { kind: 'refused_request', status: 400, body: { code: 'invalid_request' } },
  ],
];

describe.each([
  ['unstreamed', false],
  ['streamed', true],
])('%s, before the first byte', (_name, streamed) => {
  test.each(beforeTheFirstByte)('%s', async (_behaviour, behaviour, expected) => {
    seller.setBehaviour(behaviour);
    const { outcome, chunks, tookMs } = await attempt(client, seller.url, { streamed });
    expect(outcome).toMatchObject(expected);
    expect(chunks).toEqual([]);
    expect(tookMs).toBeLessThan(20_000);
  });
});

describe('unstreamed', () => {
  const answered = { kind: 'answered', streamed: false };
  const usage = { promptTokens: 10, completionTokens: 14, totalTokens: 24, reasoningTokens: 0 };
  test.each<Row>([
    ['normal', BEHAVIOURS.normal(), { ...answered, usage, completionTokens: 14 }],
    ['earlyHints', BEHAVIOURS.earlyHints(), { ...answered, usage, completionTokens: 14 }],
    ['noUsage', BEHAVIOURS.noUsage(), { ...answered, usage: null, completionTokens: 14 }],
    ['wrongContentType', BEHAVIOURS.wrongContentType(), { ...answered, usage }],
    ['no content type', BEHAVIOURS.wrongContentType({ type: '' }), { ...answered, usage }],
    [
      'negative usage',
      BEHAVIOURS.wrongUsage({ usage: { prompt_tokens: -1, completion_tokens: 5 } }),
      { ...answered, usage: null },
    ],
    ['alwaysStream', BEHAVIOURS.alwaysStream(), failed('malformed', definite)],
  ])('%s', async (_name, behaviour, expected) => {
    seller.setBehaviour(behaviour);
    expect((await attempt(client, seller.url)).outcome).toMatchObject(expected);
  });

  test("a fill of the seller's own is dropped", async () => {
    seller.setBehaviour('forgedFill');
    const { outcome } = await attempt(client, seller.url);
    expect(outcome).toMatchObject({ kind: 'answered' });
    expect(outcome).not.toHaveProperty('body.fill');
  });
});

describe('streamed', () => {
  const answered = { kind: 'answered', streamed: true, finishReason: 'stop', completionTokens: 14 };
  const usage = { totalTokens: 24 };
  const cut = (reason: string, more: object = {}) => ({
    kind: 'cut',
    by: 'seller',
    reason,
    chunks: 3,
    ...more,
  });
  test.each<Row>([
    ['normal', BEHAVIOURS.normal(), { ...answered, chunks: 10, usage }],
    ['earlyHints', BEHAVIOURS.earlyHints(), { ...answered, chunks: 10, usage }],
    ['noDone', BEHAVIOURS.noDone(), { ...answered, usage }],
    ['neverEnding', BEHAVIOURS.neverEnding(), { ...answered, usage }],
    ['noUsage', BEHAVIOURS.noUsage(), { ...answered, usage: null }],
    ['wrongContentType', BEHAVIOURS.wrongContentType(), { ...answered, chunks: 1, usage }],
    ['alwaysJson', BEHAVIOURS.alwaysJson(), { ...answered, chunks: 1, usage }],
    ['headersOnly', BEHAVIOURS.headersOnly(), failed('first_byte_timeout', timedOut)],
    [
      'malformed first chunk',
      BEHAVIOURS.malformedChunk({ chunks: 0 }),
      failed('malformed', definite),
    ],
    [
      'first chunk is a list',
      BEHAVIOURS.malformedChunk({ chunks: 0, data: '[]' }),
      failed('malformed', definite),
    ],
    ['[DONE] first', BEHAVIOURS.doneWithoutFinish({ chunks: 0 }), failed('malformed', definite)],
    ['empty stream', BEHAVIOURS.unfinished({ chunks: 0 }), failed('malformed', definite)],
    [
      'reset before the first chunk',
      BEHAVIOURS.cutAt({ chunks: 0 }),
      failed('connection_lost', unknown),
    ],
    [
      'comments before the first chunk',
      BEHAVIOURS.commentsOnly({ chunks: 0 }),
      failed('first_token_timeout', timedOut),
    ],
    [
      'endless first event',
      BEHAVIOURS.endlessEvent({ chunks: 0 }),
      failed('answer_too_large', definite),
    ],
    ['stall', BEHAVIOURS.stall(), cut('silence')],
    ['cutAt', BEHAVIOURS.cutAt(), cut('connection_lost')],
    ['unfinished', BEHAVIOURS.unfinished(), cut('unfinished')],
    ['doneWithoutFinish', BEHAVIOURS.doneWithoutFinish(), cut('unfinished')],
    ['malformedChunk', BEHAVIOURS.malformedChunk(), cut('malformed')],
    ['chunk is a number', BEHAVIOURS.malformedChunk({ data: '12' }), cut('unfinished')],
    [
      'choices of no objects',
      BEHAVIOURS.malformedChunk({ data: '{"choices":[1]}' }),
      cut('malformed'),
    ],
    [
      'nested too deep',
      BEHAVIOURS.malformedChunk({
        data: `{"choices":[],"x":${'['.repeat(500)}${']'.repeat(500)}}`,
      }),
      cut('malformed'),
    ],
    ['invalidUtf8', BEHAVIOURS.invalidUtf8(), cut('malformed')],
    ['errorLater', BEHAVIOURS.errorLater(), cut('seller_error')],
    ['endlessEvent', BEHAVIOURS.endlessEvent({ chunks: 3 }), cut('answer_too_large')],
    [
      'endlessStream',
      BEHAVIOURS.endlessStream(),
      { kind: 'cut', by: 'seller', reason: 'answer_too_large' },
    ],
  ])('%s', async (_name, behaviour, expected) => {
    seller.setBehaviour(behaviour);
    const { outcome, tookMs } = await attempt(client, seller.url, { streamed: true });
    expect(outcome).toMatchObject(expected);
    expect(tookMs).toBeLessThan(20_000);
  });

  test('the chunks are relayed as received, the usage is kept for the last one', async () => {
    seller.setBehaviour('normal');
    const { outcome, chunks } = await attempt(client, seller.url, { streamed: true });
    expect(textOf(chunks)).toBe(DEFAULT_CONTENT);
    expect(chunks.filter((data) => data.includes('usage'))).toEqual([]);
    expect(outcome).toMatchObject({
      closing: {
        object: 'chat.completion.chunk',
        model: 'llama-3.3-70b',
        choices: [],
        usage: { total_tokens: 24 },
      },
    });
  });
});

test.each([
  ['as the object (vLLM)', { object: 'error', message: 'The engine is dead.', code: 500 }],
  ['in a choice (OpenRouter)', { choices: [{ index: 0, delta: {}, error: { code: 502 } }] }],
  ['as the end of a choice', { choices: [{ index: 0, delta: {}, finish_reason: 'error' }] }],
])('an error %s with status 200 is no answer, and cuts one that has begun', async (_, error) => {
  const answered = async (streamed: boolean, body: string) => {
    seller.setBehaviour({ answer: ({ res }) => void res.writeHead(200).end(body) });
    return attempt(client, seller.url, { streamed });
  };
  const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
  const text = event({ choices: [{ index: 0, delta: { content: 'a' } }] });
  for (const streamed of [false, true]) {
    const { outcome } = await answered(streamed, JSON.stringify(error));
    expect(outcome).toMatchObject(failed('seller_error'));
  }
  expect((await answered(true, event(error))).outcome).toMatchObject(failed('seller_error'));
  const { outcome, chunks } = await answered(true, `${text}${event(error)}data: [DONE]\n\n`);
  expect(outcome).toMatchObject({ kind: 'cut', by: 'seller', reason: 'seller_error' });
  expect(textOf(chunks)).toBe('a');
});
