/** Completions and streams of strangers: what is well-formed, what is complete, what is counted. */
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
import { chunkOfCompletion } from '../../domain/answers/chunk-of-completion';
import { AnswerReader } from '../../domain/answers/reader';
import { textsOf } from '../../domain/answers/texts';
import { type JsonObject, parseJsonObject } from '../../domain/json-object';
import { startSeller, type Seller } from '../support/sellers/seller';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { attempt, closeClients, testClient, textOf } from './attempt';

const chunk = (choices: object[], more: object = {}): JsonObject => ({
  id: 'x',
  model: 'm',
  choices,
  ...more,
});
const says = (index: number, content: string) => ({
  index,
  delta: { content },
  finish_reason: null,
});
const taken: string[] = [];
const reader = () => new AnswerReader((_text, piece) => taken.push(piece));
const ends = (index: number) => ({ index, delta: {}, finish_reason: 'stop' });

describe('the progress of a stream', () => {
  test('interleaved choices are complete when each one has ended, and counted one by one', () => {
    const progress = reader();
    const chunks = [says(0, 'Hel'), says(1, 'Good'), says(0, 'lo')].map((choice) =>
      chunk([choice]),
    );
    chunks.push(chunk([says(1, 'bye'), ends(0)]));
    for (const one of chunks) progress.read(one);
    expect(progress.isFinished).toBe(false);
    expect(progress.unfinished).toEqual([1]);
    progress.read(chunk([ends(1)]));
    expect(progress.isFinished).toBe(true);
    expect(textsOf(chunks)).toEqual(['Hello', 'Goodbye']);
  });

  test('reasoning, refusals and calls of tools count as delivered', () => {
    const call = (index: number, name: string | undefined, text: string) => ({
      index,
      function: { name, arguments: text },
    });
    const deltas = [
      { reasoning_content: 'Let me ' },
      { reasoning_content: 'think.', refusal: 'No.' },
      { tool_calls: [call(0, 'weather', '{"ci'), call(1, 'time', '{}')] },
      { tool_calls: [call(0, undefined, 'ty":1}')] },
    ];
    const chunks = deltas.map((delta) => chunk([{ index: 0, delta }]));
    expect(textsOf(chunks)).toEqual([
      'Let me think.',
      'No.',
      'weather',
      '{"city":1}',
      'time',
      '{}',
    ]);
  });

  test('calls of one answer that have one id are counted each', () => {
    const call = (name: string) => ({ id: 'call_0', function: { name, arguments: '{}' } });
    const tool_calls = [call('weather'), call('time')];
    for (const field of ['delta', 'message']) {
      const chunks = [chunk([{ index: 0, [field]: { tool_calls } }])];
      expect(textsOf(chunks)).toEqual(['weather', '{}', 'time', '{}']);
    }
  });

  test('fields of wrong types are no reason to fail', () => {
    taken.length = 0;
    const progress = reader();
    const odd = [
      { index: 'zero', delta: 5 },
      {},
      { index: -1, delta: { content: 7, tool_calls: [null, 3, {}] } },
    ];
    progress.read(chunk(odd, { usage: 'much' }));
    expect(taken).toEqual([]);
    expect(progress.usage).toBeNull();
  });

  test("the last chunk of ours begins with the seller's envelope and its last good usage", () => {
    const progress = reader();
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 9 };
    progress.read(chunk([says(0, 'a')], { created: 5, usage: null, system_fingerprint: 'f' }));
    progress.read(chunk([ends(0)], { usage }));
    progress.read(chunk([], { usage: { prompt_tokens: -4 } }));
    expect(progress.closing).toMatchObject({
      object: 'chat.completion.chunk',
      choices: [],
      usage,
    });
  });
});

describe('JSON of strangers', () => {
  test('depth is bounded, in objects and lists', () => {
    expect(parseJsonObject(`{"a":${'['.repeat(60)}${']'.repeat(60)}}`)).not.toBeNull();
    expect(parseJsonObject(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBeNull();
    expect(parseJsonObject(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`)).toBeNull();
  });

  test('what is no object is none', () => {
    for (const text of ['', '[]', '1', 'null', '"text"', '{', '{"a":1}x'])
      expect(parseJsonObject(text)).toBeNull();
  });

  test('the texts of a completion', () => {
    const message = { content: 'Hi', tool_calls: [{ function: { name: 'f', arguments: '{}' } }] };
    expect(textsOf([{ choices: [{ message }, { message: { content: null } }] }])).toEqual([
      'Hi',
      'f',
      '{}',
    ]);
  });
});

describe('one completion for a streamed request', () => {
  let seller: Seller;
  beforeAll(async () => {
    seller = await startSeller(BEHAVIOURS.alwaysJson({ content: 'All at once.' }));
  });
  afterAll(async () => {
    await closeClients();
    await seller.close();
  });

  test('is one chunk that a stock client reads', async () => {
    const { chunks, outcome } = await attempt(testClient(), seller.url, { streamed: true });
    expect(outcome).toMatchObject({
      kind: 'answered',
      chunks: 1,
      closing: { choices: [], usage: { total_tokens: 24 } },
    });
    expect(textOf(chunks)).toBe('All at once.');
    const lines = new Blob(chunks.map((data) => `${data}\n`)).stream();
    const completion = await ChatCompletionStream.fromReadableStream(lines).finalChatCompletion();
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: 'All at once.' },
    });
  });

  test('keeps its calls of tools, each with its index', () => {
    const tool_calls = [
      { id: 'a', function: { name: 'f' } },
      { id: 'b', function: { name: 'g' } },
    ];
    const asChunk = chunkOfCompletion({
      choices: [{ message: { role: 'assistant', tool_calls } }],
    });
    expect(new AnswerReader(() => undefined).read(asChunk)!.chunk['choices']).toEqual([
      {
        index: 0,
        delta: {
          role: 'assistant',
          tool_calls: [
            { index: 0, ...tool_calls[0] },
            { index: 1, ...tool_calls[1] },
          ],
        },
        finish_reason: 'stop',
      },
    ]);
  });
});
