/** `tokenbook seller import` reads a provider document in the form of OpenRouter. */
import { readProviderDocument } from '../../cli/seller-import/provider-document';

const MODEL = {
  id: 'qwen3-5-9b',
  hugging_face_id: 'Qwen/Qwen3.5-9B',
  name: 'Qwen3.5 9B',
  created: 1778976e3,
  input_modalities: ['text', 'image'],
  output_modalities: ['text'],
  quantization: 'fp8',
  context_length: 262144,
  max_output_length: 32768,
  is_ready: true,
  pricing: {
    prompt: '0.00000009',
    completion: '0.00000013',
    image: '0',
    request: '0',
    input_cache_read: '0.000000045',
  },
  supported_sampling_parameters: ['temperature', 'top_p', 'stop', 'seed', 'logprobs'],
  supported_features: ['tools', 'json_mode', 'structured_outputs', 'reasoning'],
  datacenters: [{ country_code: 'US' }, { country_code: 'DE' }],
};

const read = (
  models: object[],
  as: Record<string, string> = {},
  promptPercent: number | null = null,
) => readProviderDocument({ data: models }, new Map(Object.entries(as)), promptPercent)!;

test('what it says of a model is what would be declared', () => {
  const { models, skipped } = read([MODEL], { 'qwen3-5-9b': 'Qwen/Qwen3.5-9B' });
  expect(skipped).toEqual([]);
  expect(models).toEqual([
    {
      declaration: {
        model: 'qwen/qwen3.5-9b',
        upstream_model: 'qwen3-5-9b',
        context_window: 262144,
        max_output_tokens: 32768,
        input_modalities: ['text', 'image'],
        output_modalities: ['text'],
        features: ['tools', 'json_mode', 'structured_outputs', 'reasoning', 'logprobs'],
        quantization: 'fp8',
      },
      price: '0.13',
      countries: ['US', 'DE'],
    },
  ]);
});

test.each<[string, object, number | null, string | null]>([
  ['the dearer one', { prompt: '0.0000002', completion: '0.0000001' }, null, '0.2'],
  ['both by their share', { prompt: '0.0000001', completion: '0.0000006' }, 80, '0.2'],
  [
    'rounded up to what a price can have',
    { prompt: '0.00000000000123', completion: '0' },
    null,
    '0.00001',
  ],
  ['numbers in scientific notation', { prompt: 9e-8, completion: '1.3e-7' }, null, '0.13'],
  ['free of charge: no offer', { prompt: '0', completion: '0' }, null, null],
  ['without one of the prices: no offer', { prompt: '0.1' }, null, null],
  ['of no number: no offer', { prompt: 'free', completion: '-1' }, null, null],
])('the price is %s', (_which, pricing, promptPercent, expected) => {
  expect(read([{ ...MODEL, pricing }], {}, promptPercent).models[0]?.price).toBe(expected);
});

test('what is not said stays unknown', () => {
  const { models } = read([{ id: 'plain', name: 'Plain' }]);
  expect(models).toEqual([{ declaration: { model: 'plain' }, price: null, countries: [] }]);
});

test.each<[string, object, RegExp]>([
  ['is not ready', { is_ready: false }, /not ready/],
  ['makes pictures only', { output_modalities: ['image'] }, /text/],
  ['has an id that is no instrument', { id: 'Qwen 3 (9B)' }, /a-z/],
  ['has no id', { id: undefined }, /no id/],
])(
  'a model that %s is skipped with its reason, and the others are read',
  (_which, members, reason) => {
    const { models, skipped } = read([{ ...MODEL, ...members }, MODEL]);
    expect(models).toHaveLength(1);
    expect(skipped).toMatchObject([{ reason: expect.stringMatching(reason) }]);
  },
);

test.each([[null], ['text'], [{ models: [] }], [{ data: {} }]])(
  '%j is no such document',
  (document) => {
    expect(readProviderDocument(document, new Map(), null)).toBeNull();
  },
);

test('no control character of the document is shown', () => {
  const hostile = '\u001B[2Jx\u202E';
  const { models, skipped } = read([
    {
      ...MODEL,
      supported_features: [hostile, 'tools'],
      input_modalities: [hostile],
      datacenters: [{ country_code: hostile }],
      quantization: hostile,
    },
    { ...MODEL, id: hostile },
  ]);
  expect(JSON.stringify([models, skipped.map(({ id }) => id)])).not.toMatch(/u001b|\u202E/i);
  expect(models).toMatchObject([{ countries: [], declaration: { input_modalities: [] } }]);
});
