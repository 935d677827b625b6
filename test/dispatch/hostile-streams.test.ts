/** What a stream may hold beside its answer, and what that costs (promise 9). */
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { startSeller, type Seller } from '../support/sellers/seller';
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
    expect(outcome).toMatchObject({ kind: 'answered', chunks: 3 });
    expect(chunks.map((data) => JSON.parse(data).choices[0]?.delta.content || null)).toEqual([
      null, // the first byte, whatever it says
      'Hello',
      null, // the finish_reason
    ]);
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

  test('of one answer are so many at most', async () => {
    const many = says('a').repeat(1_000);
    const { outcome } = await relayed(stream(...Array.from({ length: 51 }, () => many), END));
    expect(outcome).toMatchObject({ kind: 'cut', reason: 'answer_too_large', chunks: 50_000 });
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
      '{"id":"a", "object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{}}]}';
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
