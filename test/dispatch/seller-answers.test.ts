/** Answers of strangers, field by field: what is well-formed, what says something, what is added. */
import { chunkOfCompletion } from '../../domain/answers/chunk-of-completion';
import { hasMore } from '../../domain/answers/empty';
import { isError, reasonIn } from '../../domain/answers/errors';
import { AnswerReader, CHUNK, envelopeOf, isReadable } from '../../domain/answers/reader';
import { textsOf } from '../../domain/answers/texts';
import { type JsonObject, isObject, parseJsonObject } from '../../domain/json-object';
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

test.each<[object, boolean]>([
  [{}, false],
  [{ error: null }, false],
  [{ error: false }, false],
  [{ error: '' }, false],
  [{ error: {} }, false],
  [{ error: [] }, false],
  [{ error: 0 }, false],
  [{ error: 'full' }, true],
  [{ error: { message: 'full' } }, true],
  [{ error: ['full'] }, true],
  [{ error: true }, true],
  [{ error: 503 }, true],
])('whether %j is an error: %p', (value, expected) => {
  expect(isError(value as JsonObject)).toBe(expected);
});

test.each<[unknown, string | null]>([
  [{}, null],
  [{ message: 'a' }, 'a'],
  [{ error: 'a' }, 'a'],
  [{ error: { message: 'a', code: 'b' } }, 'a'],
  [{ detail: 'a' }, 'a'],
  [{ detail: [{ msg: 'a', loc: ['body'] }, { msg: 'b' }, { msg: 'a' }] }, 'a; b'],
  [[{ error: { message: 'a', status: 'INVALID_ARGUMENT' } }], 'a'],
  [{ message: { detail: [{ msg: 'a' }] } }, 'a'],
  [{ message: '', error: { message: null }, detail: 'a' }, 'a'],
  [{ message: 7, error: true }, null],
])('the reason in %j is %p', (value, reason) => {
  expect(reasonIn(value)).toBe(reason);
});

test('choices are a list of objects, or no list at all', () => {
  const readable = [[], [{}], [{}, { a: 1 }], undefined, null, {}, 'a'];
  expect(readable.map((choices) => isReadable({ choices }))).toEqual(Array(7).fill(true));
  const others = [[1], [{}, null], [[]]];
  expect(others.map((choices) => isReadable({ choices }))).toEqual([false, false, false]);
});

describe('a chunk has nothing more', () => {
  const silent: object[] = [
    { choices: [] },
    { id: 'a', object: 'b', created: 1, model: 'm', choices: [] },
    { provider: 'p', service_tier: 's', system_fingerprint: 'f', choices: [{}] },
    { choices: [], usage: null },
    { choices: [], usage: { total_tokens: 1 } },
    { choices: [], x_groq: { id: 'a' } },
    { choices: [{ index: 3, delta: { role: 'assistant', content: '' }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, logprobs: {} }, { delta: { content: null, refusal: '' } }] },
    { choices: [{ delta: { tool_calls: [] } }], extra: '' },
    { choices: [], extra: [] },
    { choices: [{ delta: null }] },
  ];
  test.each(silent)('%j', (chunk) => {
    expect(hasMore(chunk as JsonObject)).toBe(false);
  });

  const telling: object[] = [
    { choices: [], extra: 0 },
    { choices: [], extra: false },
    { choices: [], extra: 'text' },
    { choices: [], extra: [0] },
    { choices: [{ delta: { content: ' ' } }] },
    { choices: [{}, { delta: { content: 'a' } }] },
    { choices: [{ delta: { content: '', refusal: 'no' } }] },
    { choices: [{ text: 'a' }] },
    { choices: [{ role: 'a' }] },
    { index: 1, choices: [] },
  ];
  test.each(telling)('and not when it is %j', (chunk) => {
    expect(hasMore(chunk as JsonObject)).toBe(true);
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
    expect(textsOf([{ choices }])).toEqual([...'badefgh']);
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
      choice(0, { tool_calls: [call('none', 'E')] }),
      choice('none', { content: 'A', function_call: { name: 'f' } }),
      choice(0, { function_call: { name: 'F', arguments: 'g' } }),
      { choices: [{ delta: { content: 'B' } }, { delta: { content: 'z' } }] },
    ];
    expect(textsOf(chunks)).toEqual(['xyz', 'b', 'aAB', 'c', 'dDE', 'f', 'g']);
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
          delta: { tool_calls: ['text', { id: 'b', index: 7 }, { id: 'c' }] },
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
  const reader = () => new AnswerReader(() => undefined);

  test('is finished when every choice that has begun has an end', () => {
    const answer = reader();
    const state = () => [answer.isFinished, answer.unfinished];
    expect(state()).toEqual([false, []]);
    answer.read(chunk([{ index: 0, delta: { content: 'a' } }]));
    expect(state()).toEqual([false, [0]]);
    answer.read(chunk([{ index: 0, finish_reason: 'stop' }]));
    expect(state()).toEqual([true, []]);
    answer.read(chunk([{ index: 1, delta: { role: 'assistant' }, finish_reason: null }]));
    expect(state()).toEqual([false, [1]]);
    answer.read(chunk([{ index: 1, finish_reason: 'length' }]));
    expect(state()).toEqual([true, []]);
    expect(answer.finishReason).toBe('length');
  });

  test.each([[''], ['null'], [null], [7]])('a finish_reason %p is no end', (finish) => {
    const answer = reader();
    answer.read(chunk([{ index: 0, delta: { content: 'a' }, finish_reason: finish }]));
    expect(answer.isFinished).toBe(false);
  });

  test('text behind an end reopens its choice', () => {
    const answer = reader();
    answer.read(chunk([{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }]));
    answer.read(chunk([{ index: 0, delta: { content: 'b' } }]));
    expect(answer.isFinished).toBe(false);
  });

  test('is over in silence when its end came alone, and not when each chunk has one', () => {
    const answer = reader();
    answer.read(chunk([{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }]));
    expect([answer.isFinished, answer.isOver]).toEqual([true, false]);
    answer.read(chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]));
    expect([answer.isOver, answer.isExhausted]).toEqual([true, false]);
    answer.read(chunk([], { usage }));
    expect(answer.isExhausted).toBe(true);
  });

  test('keeps the last reason and the last good usage', () => {
    const answer = reader();
    expect([answer.usage, answer.finishReason]).toEqual([null, null]);
    answer.read(chunk([{ finish_reason: 'stop' }], { usage }));
    answer.read(chunk([{ finish_reason: 7 }], { usage: { prompt_tokens: -1 } }));
    expect(answer.usage).toMatchObject({ totalTokens: 3 });
    expect(answer.finishReason).toBe('stop');
    answer.read(chunk([], { usage: { ...usage, total_tokens: 9 } }));
    expect(answer.usage).toMatchObject({ totalTokens: 9 });
  });

  test('ends with the envelope of its first chunk, or of the one with the usage only', () => {
    const answer = reader();
    answer.read(chunk([{ delta: {} }], { id: 'first', created: 1, fill: { price: '1' } }));
    answer.read(chunk([{ delta: {} }], { id: 'second' }));
    answer.read(chunk([], { id: 'third' }));
    const first = { id: 'first', created: 1, object: CHUNK, choices: [] };
    expect(answer.closing).toEqual(first);
    answer.read(chunk([{ delta: {} }], { id: 'fourth', usage }));
    expect(answer.closing).toEqual({ ...first, usage });
    answer.read(chunk([], { id: 'fifth', usage }));
    expect(answer.closing).toEqual({ id: 'fifth', object: CHUNK, choices: [], usage });
  });

  test('has an envelope without choices, usage and fill', () => {
    expect(envelopeOf({ id: 'a', object: 'b', choices: [{}], usage, fill: {}, extra: 1 })).toEqual({
      id: 'a',
      object: CHUNK,
      extra: 1,
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
      id: 'own',
      created: 5,
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
        },
      ],
    });
  });

  const whole = {
    id: 'a',
    created: 1,
    model: 'instrument',
    object: CHUNK,
    choices: [
      {
        index: 0,
        delta: {},
      },
    ],
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
