/** Answers of strangers, field by field: what is well-formed, what says something, what is added. */
import {
  CHUNK,
  type JsonObject,
  StreamProgress,
  chunkOfCompletion,
  envelopeOf,
  errorTextOf,
  isChunk,
  isCompletion,
  isObject,
  parseJsonObject,
  saysNothing,
  textsOfCompletion,
  textsOfStream,
} from '../../domain/completion';
import { wholeChunk, wholeCompletion } from '../../domain/envelope';

const ENVELOPE = { id: 'own', created: 5, model: 'instrument' };

describe('JSON of strangers', () => {
  test('has at most 64 levels, of objects and lists', () => {
    const nested = (levels: number, [open, close]: readonly [string, string]) =>
      `{"a":${open.repeat(levels)}1${close.repeat(levels)}}`;
    expect(parseJsonObject(nested(63, ['[', ']']))).not.toBeNull();
    expect(parseJsonObject(nested(64, ['[', ']']))).toBeNull();
    expect(parseJsonObject(nested(63, ['{"b":', '}']))).not.toBeNull();
    expect(parseJsonObject(nested(64, ['{"b":', '}']))).toBeNull();
    expect(
      parseJsonObject(`{"a":1,"b":[null,"x"],"c":${'['.repeat(64)}${']'.repeat(64)}}`),
    ).toBeNull();
  });

  test('is not parsed when it has more values than it may', () => {
    expect(parseJsonObject('{"a":[1,2,3]}', 5)).toEqual({ a: [1, 2, 3] });
    expect(parseJsonObject('{"a":[1,2,3]}', 4)).toBeNull();
  });

  test('is an object, or nothing', () => {
    expect([{}, { a: 1 }].map(isObject)).toEqual([true, true]);
    expect([null, undefined, [], 'a', 1, () => 1].map(isObject)).toEqual(Array(6).fill(false));
  });
});

test.each<[object, string | null]>([
  [{}, null],
  [{ error: null }, null],
  [{ error: false }, null],
  [{ error: undefined }, null],
  [{ error: 'full' }, 'full'],
  [{ error: '' }, ''],
  [{ error: { message: 'full' } }, 'full'],
  [{ error: { message: 7 }, message: 'other' }, 'error without a message'],
  [{ error: true, message: 'full' }, 'full'],
  [{ error: [], message: 'full' }, 'full'],
  [{ error: 0 }, 'error without a message'],
  [{ error: {} }, 'error without a message'],
])('the error of %j is %p', (value, text) => {
  expect(errorTextOf(value as JsonObject)).toBe(text);
});

test('a chunk has a list of objects, a completion at least one message', () => {
  const chunks = [[], [{}], [{}, { a: 1 }]].map((choices) => isChunk({ choices }));
  expect(chunks).toEqual([true, true, true]);
  const others = [undefined, null, {}, 'a', [1], [{}, null], [[]]];
  expect(others.map((choices) => isChunk({ choices }))).toEqual(Array(7).fill(false));
  expect(isCompletion({ choices: [{ message: {} }] })).toBe(true);
  for (const choices of [
    ...others,
    [],
    [{}],
    [{ message: 'text' }],
    [{ message: null }],
    [{ message: {} }, {}],
    { length: 1 },
  ]) {
    expect(isCompletion({ choices })).toBe(false);
  }
});

describe('a chunk says nothing', () => {
  const silent: object[] = [
    { choices: [] },
    { id: 'a', object: 'b', created: 1, model: 'm', choices: [] },
    { provider: 'p', service_tier: 's', system_fingerprint: 'f', choices: [{}] },
    { choices: [], usage: null },
    { choices: [{ index: 3, delta: { role: 'assistant', content: '' }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, logprobs: {} }, { delta: { content: null, refusal: '' } }] },
    { choices: [{ delta: { tool_calls: [] } }], extra: '' },
    { choices: [], extra: [] },
    { choices: [{ delta: null }] },
  ];
  test.each(silent)('%j', (chunk) => {
    expect(saysNothing(chunk as JsonObject)).toBe(true);
  });

  const telling: object[] = [
    { choices: [], usage: { total_tokens: 1 } },
    { choices: [], extra: 0 },
    { choices: [], extra: false },
    { choices: [], extra: 'text' },
    { choices: [], extra: [0] },
    { choices: [{ delta: { content: ' ' } }] },
    { choices: [{}, { delta: { content: 'a' } }] },
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
    { choices: [{ delta: 'text' }] },
    { choices: [{ delta: { content: '', refusal: 'no' } }] },
    { choices: [{ text: 'a' }] },
    { choices: [{ role: 'a' }] },
    { index: 1, choices: [] },
  ];
  test.each(telling)('and not when it is %j', (chunk) => {
    expect(saysNothing(chunk as JsonObject)).toBe(false);
  });
});

describe('the texts', () => {
  const everything = {
    content: 'a',
    reasoning_content: 'b',
    reasoning: 'c',
    refusal: 'd',
    function_call: { name: 'e', arguments: 'f' },
    tool_calls: [{ function: { name: 'g', arguments: 'h' } }, null, { function: 'none' }, 'text'],
    other: 'not counted',
  };

  test('of a completion are those of every message', () => {
    const choices = [{ message: everything }, { message: { content: '' } }, { message: 'none' }];
    expect(textsOfCompletion({ choices })).toEqual([...'abcdefgh']);
  });

  test('of a stream are put together by choice, field and call', () => {
    const call = (index: unknown, text: string) => ({ index, function: { arguments: text } });
    const choice = (index: unknown, delta: object) => ({ choices: [{ index, delta }] });
    const chunks = [
      choice(1, { content: 'x' }),
      choice(0, { content: 'a', reasoning: 'b' }),
      choice(0, { tool_calls: [call(0, 'c'), call(1, 'd')] }),
      choice(1, { content: 'y' }),
      choice(0, { tool_calls: [call(1, 'D')] }),
      choice(0, { tool_calls: [call('none', 'C'), call(undefined, 'E')] }),
      choice('none', { content: 'A', function_call: { name: 'f' } }),
      choice(0, { function_call: { name: 'F', arguments: 'g' } }),
      { choices: [{ delta: { content: 'B' } }, { delta: { content: 'z' } }] },
    ];
    expect(textsOfStream(chunks)).toEqual(['xyz', 'aAB', 'b', 'cC', 'dDE', 'fF', 'g']);
  });
});

describe('a completion as a chunk', () => {
  test('has its fields, and the message as delta', () => {
    const message = { role: 'assistant', content: 'a' };
    expect(
      chunkOfCompletion({
        id: 'x',
        object: 'chat.completion',
        usage: { total_tokens: 1 },
        choices: [
          { index: 4, message, finish_reason: 'length', logprobs: null },
          { message: { tool_calls: ['text', { id: 'b', index: 7 }, { id: 'c' }] } },
        ],
      }),
    ).toEqual({
      id: 'x',
      object: CHUNK,
      usage: { total_tokens: 1 },
      choices: [
        { index: 4, delta: message, finish_reason: 'length', logprobs: null },
        {
          index: 1,
          delta: { tool_calls: ['text', { id: 'b', index: 7 }, { index: 2, id: 'c' }] },
          finish_reason: 'stop',
        },
      ],
    });
    expect(CHUNK).toBe('chat.completion.chunk');
  });
});

describe('the progress of a stream', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
  const chunk = (choices: object[], more: object = {}): JsonObject => ({ choices, ...more });

  test('is complete when every choice that has begun has ended, exhausted when all have', () => {
    const progress = new StreamProgress(2);
    const state = () => [progress.complete, progress.exhausted, progress.unfinished];
    expect(state()).toEqual([false, false, []]);
    progress.note(chunk([{ index: 0, delta: { content: 'a' } }]));
    expect(state()).toEqual([false, false, [0]]);
    progress.note(chunk([{ index: 0, finish_reason: 'stop' }]));
    expect(state()).toEqual([true, false, []]);
    progress.note(chunk([{ index: 1, finish_reason: null }]));
    expect(state()).toEqual([false, false, [1]]);
    progress.note(chunk([{ index: 1, finish_reason: 'length' }]));
    expect(state()).toEqual([true, true, []]);
    expect([progress.chunks, progress.finishReason]).toEqual([4, 'length']);
  });

  test('keeps the last reason and the last good usage', () => {
    const progress = new StreamProgress(1);
    expect([progress.usage, progress.finishReason, progress.chunks]).toEqual([null, null, 0]);
    progress.note(chunk([{ finish_reason: 'stop' }], { usage }));
    progress.note(chunk([{ finish_reason: 7 }], { usage: { prompt_tokens: -1 } }));
    expect(progress.usage).toMatchObject({ totalTokens: 3 });
    expect(progress.finishReason).toBe('stop');
    progress.note(chunk([], { usage: { ...usage, total_tokens: 9 } }));
    expect(progress.usage).toMatchObject({ totalTokens: 9 });
  });

  test('counts the texts of all choices', async () => {
    const progress = new StreamProgress(2);
    progress.note(chunk([{ delta: { content: 'hello' } }, { delta: { content: 'hello' } }]));
    expect(progress.tokens.most).toBe(10);
    expect(await progress.tokens.count()).toBe(2);
  });

  test('ends with the envelope of its first chunk, or of the one with the usage only', () => {
    const progress = new StreamProgress(1);
    progress.note(chunk([{ delta: {} }], { id: 'first', created: 1, fill: { price: '1' } }));
    progress.note(chunk([{ delta: {} }], { id: 'second' }));
    progress.note(chunk([], { id: 'third' }));
    expect(progress.closing).toEqual({ id: 'first', created: 1, object: CHUNK, choices: [] });
    progress.note(chunk([{ delta: {} }], { id: 'fourth', usage }));
    expect(progress.closing).toEqual({
      ...{ id: 'first', created: 1, object: CHUNK, choices: [] },
      usage,
    });
    progress.note(chunk([], { id: 'fifth', usage }));
    expect(progress.closing).toEqual({ id: 'fifth', object: CHUNK, choices: [], usage });
    expect(progress.isUsageOnly(chunk([], { usage }))).toBe(true);
    expect(progress.isUsageOnly(chunk([{}], { usage }))).toBe(false);
    expect(progress.isUsageOnly(chunk([], { usage: null }))).toBe(false);
  });

  test('has an envelope without choices, usage and fill', () => {
    expect(envelopeOf({ id: 'a', object: 'b', choices: [{}], usage, fill: {}, extra: 1 })).toEqual({
      ...{ id: 'a', object: CHUNK, extra: 1 },
    });
  });
});

describe('what clients depend on is added', () => {
  test('to a completion', () => {
    expect(wholeCompletion({ choices: [{ message: {} }] }, ENVELOPE)).toEqual({
      ...ENVELOPE,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant' }, finish_reason: 'stop' }],
    });
  });

  test('and what a seller has said is kept, but for the model', () => {
    const choice = { index: 3, message: { role: 'tool', content: 'a' }, finish_reason: 'length' };
    const completion = { id: 'theirs', created: 9, model: 'theirs', extra: 1, choices: [choice] };
    expect(wholeCompletion(completion, ENVELOPE)).toEqual({
      ...completion,
      model: 'instrument',
      object: 'chat.completion',
    });
    const odd = { id: 7, created: 1.5, choices: [{ index: 'a', message: {}, finish_reason: 7 }] };
    expect(wholeCompletion(odd, ENVELOPE)).toMatchObject({
      ...{ id: 'own', created: 5 },
      choices: [{ index: 0, finish_reason: 'stop' }],
    });
  });

  const whole = {
    ...{ id: 'a', created: 1, model: 'instrument', object: CHUNK },
    choices: [{ index: 0, delta: {} }],
  };

  test('to no chunk that has it', () => {
    expect(wholeChunk(whole, ENVELOPE)).toBe(whole);
  });

  test.each([
    [{ id: 7 }, { id: 'own' }],
    [{ created: 'a' }, { created: 5 }],
    [{ model: 'theirs' }, { model: 'instrument' }],
    [{ object: 'chunk' }, { object: CHUNK }],
    [{ choices: [{ delta: {} }] }, { choices: [{ index: 0, delta: {} }] }],
    [{ choices: [{ index: 0 }] }, { choices: [{ index: 0, delta: {} }] }],
    [
      {
        choices: [
          { index: 0, delta: {} },
          { index: 'a', delta: 'b', more: 1 },
        ],
      },
      {
        choices: [
          { index: 0, delta: {} },
          { index: 1, delta: {}, more: 1 },
        ],
      },
    ],
    [
      { model: 'm', extra: 1, choices: [{ index: 8, delta: { content: 'a' } }] },
      { model: 'instrument' },
    ],
  ])('to a chunk with %j', (changed, expected) => {
    expect(wholeChunk({ ...whole, ...changed }, ENVELOPE)).toEqual({
      ...whole,
      ...changed,
      ...expected,
    });
  });
});
