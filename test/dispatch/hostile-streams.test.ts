/** What a stream may hold beside its answer, and what that costs (DISPATCH-12). */
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { startSeller, type Seller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { attempt, closeClients, testClient } from './attempt';

const client = testClient({
  ANSWER_LIMIT_BYTES: 8_000_000,
  FIRST_BYTE_TIMEOUT_MS: 20_000,
  ANSWER_TIMEOUT_MS: 60_000,
});
let seller: Seller;

beforeAll(async () => {
  seller = await startSeller();
});
afterAll(async () => {
  await closeClients();
  await seller.close();
});

const says = (content: string, end: string | null = null) =>
  `data: {"choices":[{"index":0,"delta":{"content":"${content}"},"finish_reason":${JSON.stringify(end)}}]}\n\n`;
const END = `${says('', 'stop')}data: [DONE]\n\n`;

/** A stream of these bytes, as fast as it is read. */
function stream(...parts: string[]): Behaviour {
  return {
    async answer({ res }) {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of parts) {
        if (!res.write(part)) {
          await new Promise((resolve) => res.once('drain', resolve).once('close', resolve));
        }
      }
      res.end();
    },
  };
}

async function relayed(behaviour: Behaviour, envelope = {}) {
  seller.setBehaviour(behaviour);
  return attempt(client, seller.url, { streamed: true, ...envelope });
}

describe('lines that mean nothing', () => {
  /** Processor time, whatever else the machine does; a parser that minds each line takes many times that. */
  const BOUNDED_MICROSECONDS = 4_000_000;
  test.each([
    ['unknown fields', 'a\n'],
    ['unknown fields with line ends of CR', 'a\r'],
    ['comments with line ends of CR', ':\r'],
    ['empty lines', '\n'],
  ])('2 MB of %s cost no time to speak of', async (_what, line) => {
    const noise = line.repeat(2_000_000 / line.length);
    const before = process.cpuUsage();
    const { outcome, chunks } = await relayed(stream(says('Hello'), noise, '\n\n', END));
    expect(process.cpuUsage(before).user).toBeLessThan(BOUNDED_MICROSECONDS);
    expect(outcome).toMatchObject({ kind: 'answered', finishReason: 'stop' });
    expect(chunks).toHaveLength(2);
  });

  test('are not read without end before the first chunk', async () => {
    const { outcome } = await relayed(stream(':\n'.repeat(200_000), says('Hello'), END));
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'malformed' });
    const { outcome: quiet } = await relayed(stream(':\n'.repeat(50_000), says('Hello'), END));
    expect(quiet).toMatchObject({ kind: 'answered' });
  });
});

describe('chunks', () => {
  test.each([
    ['no choices', 'data: {"choices":[]}\n\n'],
    ['an envelope', 'data: {"id":"a","object":"chat.completion.chunk","choices":[]}\n\n'],
    [
      'idle choices',
      'data: {"choices":[{"index":0,"delta":{"content":""},"finish_reason":null}]}\n\n',
    ],
    ['a role again', 'data: {"choices":[{"delta":{"role":"assistant"}}],"usage":null}\n\n'],
  ])('that say nothing are not relayed behind the first: %s', async (_what, silent) => {
    const { outcome, chunks } = await relayed(
      stream(silent.repeat(3), says('Hello'), silent.repeat(500), END),
    );
    expect(outcome).toMatchObject({ kind: 'answered' });
    const told = chunks.filter((data) => !data.includes('"role"'));
    expect(told.map((data) => JSON.parse(data).choices[0]?.delta.content || null)).toEqual([
      'Hello',
      null, // the finish_reason
    ]);
    expect(chunks.length - told.length).toBe(silent.includes('"role"') ? 1 : 0);
  });

  test.each([
    ['a finding of a filter', '{"choices":[{"index":0,"content_filter_results":{"hate":1}}]}'],
    ['citations', '{"choices":[],"citations":["https://example.org"]}'],
    ['a tool call', '{"choices":[{"delta":{"tool_calls":[{"index":0}]}}]}'],
  ])('that say something else are relayed: %s', async (_what, data) => {
    const { chunks } = await relayed(stream(says('Hello'), `data: ${data}\n\n`, END));
    expect(chunks).toHaveLength(3);
    expect(chunks[1]).toBe(data);
  });
});

describe('a stream beyond its reservation', () => {
  const words = (count: number) =>
    Array.from({ length: Math.ceil(count / 2) }, (_, at) =>
      says(2 * at + 1 < count ? ' word word' : ' word'),
    ).join('');
  const contentTokens = (chunks: readonly string[]) => chunks.join('').split(' word').length - 1;

  test.each([
    ['a small one by 64 tokens', 10, 74],
    ['a large one by twice as many', 1_000, 3_000],
    ['none at all by 64 tokens', 0, 64],
  ])('passes %s and is ended with the next', async (_what, reservedTokens, most) => {
    const whole = await relayed(stream(words(most), END), { reservedTokens });
    expect(whole.outcome).toMatchObject({ finishReason: 'stop', completionTokens: most });

    const { outcome, chunks } = await relayed(stream(words(most + 500), END), { reservedTokens });
    expect(outcome).toMatchObject({
      kind: 'answered',
      finishReason: 'length',
      usage: null,
      completionTokens: most + 2,
    });
    expect(contentTokens(chunks)).toBe(most + 2);
    expect(JSON.parse(chunks.at(-1)!).choices).toEqual([
      { index: 0, delta: {}, finish_reason: 'length' },
    ]);
  });

  test('is paid by what it delivered, whatever it reports on the way', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 9_000, total_tokens: 9_001 };
    const choices = [{ index: 0, delta: { content: ' word' } }];
    const reporting = `data: ${JSON.stringify({ choices, usage })}\n\n`;
    const { outcome } = await relayed(stream(reporting.repeat(500), END), { reservedTokens: 20 });
    expect(outcome).toMatchObject({ finishReason: 'length', usage: null, completionTokens: 85 });
    expect(JSON.stringify(outcome)).not.toContain('completion_tokens');
  });

  test('stops the seller', async () => {
    const { outcome } = await relayed(BEHAVIOURS.endlessStream(), { reservedTokens: 100 });
    expect(outcome).toMatchObject({ kind: 'answered', finishReason: 'length' });
    await until(() => seller.requests.at(-1)?.abandoned, { what: 'the seller to be stopped' });
  });

  test.each([
    ['thinking', (text: string) => ({ reasoning_content: text })],
    ['a refusal', (text: string) => ({ refusal: text })],
    ['the arguments of a call', (text: string) => ({ function_call: { arguments: text } })],
    [
      'the arguments of calls of tools',
      (text: string) => ({ tool_calls: [{ index: 3, function: { arguments: text } }] }),
    ],
  ])('counts %s', async (_what, deltaOf) => {
    const piece = `data: ${JSON.stringify({ choices: [{ index: 0, delta: deltaOf(' word') }] })}\n\n`;
    const { outcome } = await relayed(stream(piece.repeat(500), END), { reservedTokens: 20 });
    expect(outcome).toMatchObject({ finishReason: 'length', completionTokens: 85 });
  });

  test('ends every choice that was begun and has no end', async () => {
    const piece = (index: number, end: string | null) =>
      `data: ${JSON.stringify({ choices: [{ index, delta: { content: ' word' }, finish_reason: end }] })}\n\n`;
    const { outcome, chunks } = await relayed(
      stream(piece(0, 'stop'), `${piece(1, null)}${piece(2, null)}`.repeat(300), END),
      { reservedTokens: 20 },
    );
    expect(outcome).toMatchObject({ kind: 'answered', finishReason: 'length' });
    const { choices } = JSON.parse(chunks.at(-1)!) as { choices: { index: number }[] };
    expect(choices.map(({ index }) => index)).toEqual([1, 2]);
  });

  test('of one large chunk is one chunk with its end', async () => {
    const { outcome, chunks } = await relayed(stream(says(' word'.repeat(5_000)), END), {
      reservedTokens: 20,
    });
    expect(outcome).toMatchObject({ kind: 'answered', finishReason: 'length' });
    expect(chunks).toHaveLength(2);
  });
});

describe('a stream of what is no token', () => {
  const small = { reservedTokens: 36 }; // 108 with what it may go beyond
  const bytes = 256 * 1_024 + 108 * 1_024;

  test('has so many chunks at most', async () => {
    const finding = 'data: {"choices":[{"index":0,"content_filter_results":{"hate":1}}]}\n\n';
    const many = (count: number) => stream(finding.repeat(count), says('a', 'stop'));
    const whole = await relayed(many(1_024 + 215), small);
    expect(whole.outcome).toMatchObject({ kind: 'answered', chunks: 1_240 });
    const { outcome } = await relayed(many(1_024 + 216), small);
    expect(outcome).toMatchObject({ kind: 'cut', reason: 'answer_too_large', chunks: 1_240 });
  });

  test.each([
    ['a role', (text: string) => ({ role: text })],
    ['an unknown field', (text: string) => ({ note: { text } })],
    ['log probabilities', (text: string) => ({ content: 'a', logprobs: [text] })],
  ])('has so many bytes at most: %s', async (_what, deltaOf) => {
    const large = (size: number) => {
      const delta = deltaOf('x'.repeat(size));
      return `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
    };
    const fits = await relayed(stream(says('a'), large(bytes - 2_000), END), small);
    expect(fits.outcome).toMatchObject({ kind: 'answered' });
    const { outcome, chunks } = await relayed(stream(says('a'), large(bytes), END), small);
    expect(outcome).toMatchObject({ kind: 'cut', reason: 'answer_too_large' });
    expect(chunks).toHaveLength(1);
  });

  test('is as large where it is remembered as where it came from', async () => {
    // A quotation mark within a text within JSON takes four bytes.
    const quotes = `data: {"choices":[],"x":"${'\\"'.repeat(1_000)}"}\n\n`.repeat(150);
    expect(quotes.length).toBeLessThan(bytes);
    const { outcome } = await relayed(stream(says('a'), quotes, END), small);
    expect(outcome).toMatchObject({ kind: 'cut', reason: 'answer_too_large' });
  });

  test('allows for the candidates that the buyer asked to be told of', async () => {
    const body = { model: 'm', messages: [], logprobs: true, top_logprobs: 20 };
    const { outcome } = await relayed(stream(says('a'), says('x'.repeat(bytes)), END), {
      reservedTokens: 200_000,
      body,
    });
    expect(outcome).toMatchObject({ kind: 'answered' });
  });

  test('has so many values in one chunk at most', async () => {
    const list = (values: number) =>
      `data: {"choices":[{"index":0,"delta":{}}],"x":[${'1,'.repeat(values)}1]}\n\n`;
    const whole = await relayed(stream(says('a'), list(17_100), END), small);
    expect(whole.outcome).toMatchObject({ kind: 'answered' });
    const { outcome } = await relayed(stream(says('a'), list(17_300), END), small);
    expect(outcome).toMatchObject({ kind: 'cut', reason: 'malformed' });
  });

  test('leaves a closing chunk of ours that is small', async () => {
    const envelope = `data: {"note":"${'x'.repeat(100_000)}","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}\n\n`;
    const { outcome } = await relayed(stream(envelope), small);
    expect(outcome).toMatchObject({ kind: 'answered', closing: { choices: [] } });
    expect(JSON.stringify(outcome)).not.toContain('xxx');
  });
});

describe('required members that a seller leaves out', () => {
  const envelope = { id: 'fill-1', created: 1_750_000_000, model: 'llama' };

  test('stand in every chunk, the same each time', async () => {
    const bare = 'data: {"choices":[{"delta":{"content":"Hello"}}]}\n\n';
    const { chunks } = await relayed(stream(bare, END), { envelope });
    for (const chunk of chunks.map((data) => JSON.parse(data))) {
      expect(chunk).toMatchObject({
        ...envelope,
        object: 'chat.completion.chunk',
        choices: [{ index: 0 }],
      });
    }
    expect(JSON.parse(chunks[0]!).choices[0].delta).toEqual({ content: 'Hello' });
  });

  test('what the seller says itself stays, byte for byte', async () => {
    const whole =
      '{"id":"a", "object":"chat.completion.chunk","created":1,"model":"llama","choices":[{"index":0,"delta":{"content":"a"}}]}';
    const { chunks } = await relayed(stream(`data: ${whole}\n\n`, END), { envelope });
    expect(chunks[0]).toBe(whole);
  });

  test('stand in the one chunk of a whole answer', async () => {
    const { chunks } = await relayed(
      BEHAVIOURS.notACompletion({ body: { choices: [{ message: { content: 'Hello' } }] } }),
      { envelope },
    );
    expect(JSON.parse(chunks[0]!)).toMatchObject({ ...envelope, choices: [{ index: 0 }] });
  });
});
