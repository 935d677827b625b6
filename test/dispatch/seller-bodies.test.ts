/** Bodies for sellers by themselves: what is left out, what is added, and where the model ends. */
import fc from 'fast-check';
import { bodyForSeller, bodyWithoutAdditions, prepareBody } from '../../domain/seller-body';

const prepared = (text: string) => prepareBody(Buffer.from(text));

const sent = (text: string, maxTokens: number | null = null, model = 'own') =>
  bodyForSeller(prepared(text), model, maxTokens).toString();

test('the model comes first in the spelling of the seller, the rest as it was written', () => {
  expect(sent('{"messages":[1.0], "model" : "x" ,"n":1e3}')).toBe(
    '{"model":"own","messages":[1.0],"n":1e3}',
  );
  expect(sent('{"model":"x"}', null, 'an "ä"')).toBe('{"model":"an \\"ä\\""}');
  expect(sent('{"messages":[]}')).toBe('{"model":"own","messages":[]}');
});

test('the fields of the exchange are left out', () => {
  expect(sent('{"max_price":"1","a":1,"region":"apac","venue_pin":"p","model":"x"}')).toBe(
    '{"model":"own","a":1}',
  );
});

test('the model ends where the body says, in bytes', () => {
  const { bytes, restAt } = prepared('{"model": "modèle" ,"a":1}');
  expect(Buffer.from(bytes).toString()).toBe('{"model":"modèle","a":1}');
  expect(restAt).toBe(Buffer.byteLength('{"model":"modèle"'));
});

test.each([
  ['{"model":"x"}', 7, '{"model":"own","max_tokens":7}'],
  ['{"model":"x"}', 0, '{"model":"own","max_tokens":1}'],
  ['{"model":"x"}', -3, '{"model":"own","max_tokens":1}'],
  ['{"model":"x","max_tokens":null}', 7, '{"model":"own","max_tokens":7}'],
  ['{"model":"x","max_tokens":5}', null, '{"model":"own","max_tokens":5}'],
  [
    '{"model":"x","max_tokens":null,"max_completion_tokens":5}',
    null,
    '{"model":"own","max_tokens":null,"max_completion_tokens":5}',
  ],
])('%s with a cap of %p', (text, maxTokens, expected) => {
  expect(sent(text, maxTokens)).toBe(expected);
});

test.each([
  ['{"stream":true}', '{"model":"own","stream":true,"stream_options":{"include_usage":true}}'],
  [
    '{"stream_options":null,"stream": true }',
    '{"model":"own","stream": true ,"stream_options":{"include_usage":true}}',
  ],
  [
    '{"stream":true,"stream_options":{}}',
    '{"model":"own","stream":true,"stream_options":{"include_usage":true}}',
  ],
  [
    '{"stream":true,"stream_options":{"include_usage":false, "include_obfuscation" : false}}',
    '{"model":"own","stream":true,"stream_options":{ "include_obfuscation" : false,"include_usage":true}}',
  ],
  ['{"stream":true,"stream_options":7}', '{"model":"own","stream":true,"stream_options":7}'],
  [
    '{"stream":false,"stream_options":null}',
    '{"model":"own","stream":false,"stream_options":null}',
  ],
  ['{"stream":"true"}', '{"model":"own","stream":"true"}'],
])('%s asks for the usage of a stream once', (text, expected) => {
  expect(sent(text)).toBe(expected);
});

test.each([
  ['{}', 0],
  ['{"logprobs":false,"top_logprobs":5}', 0],
  ['{"top_logprobs":5}', 0],
  ['{"logprobs":true}', 1],
  ['{"logprobs":true,"top_logprobs":0}', 1],
  ['{"logprobs":true,"top_logprobs":1}', 2],
  ['{"logprobs": true ,"top_logprobs":20}', 21],
  ['{"logprobs":true,"top_logprobs":2000}', 21],
  ['{"logprobs":true,"top_logprobs":-4}', 1],
  ['{"logprobs":true,"top_logprobs":"9"}', 1],
])('%s: %d candidates for each token', (text, candidates) => {
  expect(prepared(text).candidates).toBe(candidates);
});

test('whatever is sent, the seller reads the same values', () => {
  const field = fc
    .string({ unit: 'grapheme' })
    .filter((name) => !/^(model|stream.*|max_.*|region|venue_pin|__proto__)$/.test(name));
  fc.assert(
    fc.property(fc.dictionary(field, fc.jsonValue()), fc.integer(), (values, cap) => {
      const text = JSON.stringify({ ...values, model: 'x' });
      const {
        model,
        max_tokens: maxTokens,
        ...rest
      } = JSON.parse(sent(text, cap)) as Record<string, unknown>;
      expect([model, maxTokens]).toEqual(['own', Math.max(1, cap)]);
      expect(rest).toEqual(JSON.parse(JSON.stringify(values)));
    }),
  );
});

test.each([
  ['{"model":"x","n":1}', null, null],
  ['{"model":"x","n":1}', 7, '{"model":"own","max_completion_tokens":7,"n":1}'],
  ['{"model":"x"}', 0, '{"model":"own","max_completion_tokens":1}'],
  [
    '{"model":"x","max_tokens":null,"max_completion_tokens":null}',
    7,
    '{"model":"own","max_completion_tokens":7}',
  ],
  ['{"model":"x","stream":true}', null, '{"model":"own","stream":true}'],
  [
    '{"model":"x","stream":true,"stream_options":{"include_obfuscation":false}}',
    7,
    '{"model":"own","max_completion_tokens":7,"stream":true,"stream_options":{"include_obfuscation":false}}',
  ],
  ['{"model":"x","stream":true,"stream_options":7}', null, null],
  ['{"model":"x","stream":false,"stream_options":{"include_usage":true}}', null, null],
  [
    '{"stream_options":{"a":",\\"stream_options\\":"},"stream":true,"b":"ä","model":"x"}',
    null,
    '{"model":"own","stream":true,"b":"ä","stream_options":{"a":",\\"stream_options\\":"}}',
  ],
])('without the additions of the exchange, %s with a cap of %p is %p', (text, cap, expected) => {
  expect(bodyWithoutAdditions(prepared(text), 'own', cap)?.toString() ?? null).toBe(expected);
});

test('to take out what the exchange added, what stands before it is copied and never read', () => {
  const bytes = Buffer.from('{"model":"x",no JSON, "[{,"stream_options":{"include_usage":true}}');
  const restAt = '{"model":"x"'.length;
  const optionsAt = bytes.indexOf(',"stream_options"');
  const bare = bodyWithoutAdditions({ bytes, restAt, optionsAt, candidates: 0 }, 'own', null);
  expect(bare?.toString()).toBe('{"model":"own",no JSON, "[{}');
});
