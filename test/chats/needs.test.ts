/** What a request needs of its seller, and what a declaration lacks of it. Pure (MATCH-16). */
import type { DeclaredModel } from '../../domain/declared-models';
import { type Needs, inContext, lackOf, needsDeclaration, needsOf } from '../../domain/needs';

const PLAIN = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };
const NOTHING: Needs = {
  features: [],
  inputModalities: [],
  outputModalities: [],
  outputTokens: null,
  contextTokens: 1,
};
const UNDECLARED: DeclaredModel = {
  modelId: 'm',
  upstreamModel: null,
  contextWindow: null,
  maxOutputTokens: null,
  inputModalities: null,
  outputModalities: null,
  features: null,
  quantization: null,
  dataPolicy: null,
};
const partOf = (type: string) => ({ messages: [{ role: 'user', content: [{ type }] }] });

test.each<[string, object, Partial<Needs>]>([
  ['text alone', {}, {}],
  ['tools', { tools: [{ type: 'function' }] }, { features: ['tools'] }],
  ['an empty list of tools', { tools: [] }, {}],
  ['functions of the first API', { functions: [{ name: 'f' }] }, { features: ['tools'] }],
  ['JSON', { response_format: { type: 'json_object' } }, { features: ['json_mode'] }],
  ['a schema', { response_format: { type: 'json_schema' } }, { features: ['json_schema'] }],
  ['text as its format', { response_format: { type: 'text' } }, {}],
  ['log probabilities', { logprobs: true, top_logprobs: 3 }, { features: ['logprobs'] }],
  ['no log probabilities', { logprobs: false }, {}],
  ['one choice', { n: 1 }, {}],
  ['two choices', { n: 2 }, { features: ['n'] }],
  ['a picture', partOf('image_url'), { inputModalities: ['image'] }],
  ['sound', partOf('input_audio'), { inputModalities: ['audio'] }],
  ['a file', partOf('file'), { inputModalities: ['file'] }],
  ['a film', partOf('video_url'), { inputModalities: ['video'] }],
  ['text in a list', partOf('text'), {}],
  ['an answer in sound', { modalities: ['text', 'audio'] }, { outputModalities: ['audio'] }],
  ['a cap', { max_tokens: 5 }, { outputTokens: 5 }],
  ['two caps', { max_tokens: 5, max_completion_tokens: 7 }, { outputTokens: 7 }],
  [
    'fields of other types',
    { tools: 1, n: 'x', modalities: {}, response_format: [], messages: 3 },
    {},
  ],
])('a request with %s', (_name, body, expected) => {
  const { contextTokens: _context, ...nothing } = NOTHING;
  expect(needsOf({ ...PLAIN, ...body })).toEqual({ ...nothing, ...expected });
});

test('the context of a request is its prompt and its cap; without a cap one token', () => {
  expect(inContext(needsOf({ ...PLAIN, max_tokens: 5 }), 100).contextTokens).toBe(105);
  expect(inContext(needsOf(PLAIN), 100).contextTokens).toBe(101);
});

test.each<[Partial<DeclaredModel>, Partial<Needs>, string[]]>([
  [{}, { features: ['tools', 'n'], inputModalities: ['image'], contextTokens: 10 ** 9 }, []],
  [{ features: ['tools'] }, { features: ['tools'] }, []],
  [{ features: ['tools'] }, { features: ['tools', 'n', 'logprobs'] }, ['n', 'logprobs']],
  [{ features: [] }, { features: ['tools'] }, ['tools']],
  [{ features: ['structured_outputs'] }, { features: ['json_schema'] }, []],
  [{ features: ['json_schema'] }, { features: ['json_mode'] }, []],
  [{ features: ['json_mode'] }, { features: ['json_schema'] }, ['json_schema']],
  [{ inputModalities: ['text'] }, {}, []],
  [{ inputModalities: ['text'] }, { inputModalities: ['image'] }, ['image_input']],
  [{ inputModalities: ['text', 'image'] }, { inputModalities: ['image'] }, []],
  [{ outputModalities: ['text'] }, { outputModalities: ['audio'] }, ['audio_output']],
  [{ contextWindow: 100 }, { contextTokens: 100 }, []],
  [{ contextWindow: 100 }, { contextTokens: 101 }, ['context_window']],
  [{ maxOutputTokens: 100 }, { outputTokens: 100 }, []],
  [{ maxOutputTokens: 100 }, { outputTokens: 101 }, ['max_output_tokens']],
  [{ maxOutputTokens: 100 }, { outputTokens: null }, []],
  [{}, { declared: { quantizations: ['fp8'] } }, ['quantization']],
  [{}, { declared: { quantizations: ['fp8', 'unknown'] } }, []],
  [{ quantization: 'fp8' }, { declared: { quantizations: ['bf16', 'fp8'] } }, []],
  [{}, { declared: { noTraining: true } }, ['data_policy']],
  [{ dataPolicy: { retainsPrompts: null, trains: false } }, { declared: { noTraining: true } }, []],
  [
    { dataPolicy: { retainsPrompts: null, trains: false } },
    { declared: { noTraining: true, noRetention: true } },
    ['data_policy'],
  ],
  [{}, { features: ['tools'], declared: { everything: true } }, ['tools', 'context_window']],
  [
    { features: ['tools'], contextWindow: 10 },
    { features: ['tools'], declared: { everything: true } },
    [],
  ],
])('of %j for %j: lacks %j', (declared, needs, expected) => {
  expect(lackOf({ ...UNDECLARED, ...declared }, { ...NOTHING, ...needs })).toEqual(expected);
});

test('a seller that declares nothing lacks nothing, unless it is wanted', () => {
  const needs = { ...NOTHING, features: ['tools'], outputTokens: 10 ** 9 };
  expect(lackOf(undefined, needs)).toEqual([]);
  expect(needsDeclaration(needs)).toBe(false);
  for (const declared of [{ noRetention: true }, { everything: true }, { quantizations: ['fp8'] }])
    expect(needsDeclaration({ ...needs, declared })).toBe(true);
  expect(needsDeclaration({ ...needs, declared: { quantizations: ['unknown'] } })).toBe(false);
});
