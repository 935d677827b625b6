/**
 * How inference servers answer, one row for each form of a text, an end or a report that was seen in
 * the field. `words` is what a reader is given, and so what is counted.
 */
export interface Upstream {
  readonly name: string;
  /** Of the chunks before the end: the deltas of choice 0, in their order. */
  readonly deltas: readonly object[];
  /** The message of an answer that is not streamed; none where the form exists in streams only. */
  readonly message?: object;
  readonly words: string;
  /** Before, between and after the chunks. */
  readonly noise?: string;
}

const call = (id: string, name: string, args: unknown) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

const PICTURE = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };

export const UPSTREAMS: readonly Upstream[] = [
  {
    name: 'OpenAI: text',
    deltas: [{ role: 'assistant', content: '' }, { content: 'The sky' }, { content: ' is blue.' }],
    message: { role: 'assistant', content: 'The sky is blue.' },
    words: 'The sky is blue.',
  },
  {
    name: 'Mistral: text in a list of parts',
    deltas: [{ content: [{ type: 'text', text: 'The sky' }] }, { content: ' is blue.' }],
    message: { content: [{ type: 'text', text: 'The sky is blue.' }] },
    words: 'The sky is blue.',
  },
  {
    name: 'Mistral: thinking in a part of the content',
    deltas: [
      { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Look up.' }] }] },
      { content: [{ type: 'text', text: ' Blue.' }] },
    ],
    message: {
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Look up.' }] },
        { type: 'text', text: ' Blue.' },
      ],
    },
    words: 'Look up. Blue.',
  },
  ...['reasoning_content', 'reasoning', 'thinking'].map((field) => ({
    name: `vLLM, SGLang, Ollama: thinking in ${field}`,
    deltas: [{ [field]: 'Look' }, { [field]: ' up.' }, { content: ' Blue.' }],
    message: { [field]: 'Look up.', content: ' Blue.' },
    words: 'Look up. Blue.',
  })),
  {
    name: 'OpenRouter: thinking in reasoning_details',
    deltas: [
      { reasoning_details: [{ type: 'reasoning.text', text: 'Look up.' }] },
      { content: ' Blue.' },
    ],
    message: {
      reasoning_details: [{ type: 'reasoning.text', text: 'Look up.' }],
      content: ' Blue.',
    },
    words: 'Look up. Blue.',
  },
  {
    name: 'mlx-vlm, vLLM between releases: thinking mirrored in three fields',
    deltas: [
      {
        reasoning_content: 'Look up.',
        reasoning: 'Look up.',
        reasoning_details: [{ text: 'Look up.' }],
      },
      { content: ' Blue.' },
    ],
    message: {
      reasoning_content: 'Look up.',
      reasoning: 'Look up.',
      reasoning_details: [{ text: 'Look up.' }],
      content: ' Blue.',
    },
    words: 'Look up. Blue.',
  },
  {
    name: 'vLLM with a reasoning parser: a short cap is all thinking',
    deltas: [{ role: 'assistant', content: '' }, { reasoning: 'Look' }, { reasoning: ' up.' }],
    message: { role: 'assistant', content: null, reasoning: 'Look up.', tool_calls: [] },
    words: 'Look up.',
  },
  {
    name: 'DeepSeek, SGLang: all members in each delta, most of them null',
    deltas: [
      { role: 'assistant', content: null, reasoning_content: 'Look up.', tool_calls: null },
      { role: 'assistant', content: ' Blue.', reasoning_content: null, tool_calls: null },
    ],
    message: { content: ' Blue.', reasoning_content: 'Look up.', tool_calls: null, audio: null },
    words: 'Look up. Blue.',
  },
  {
    name: 'LiteLLM: members of its own beside the text',
    deltas: [
      { content: 'The sky', provider_specific_fields: { thinking: 'Look up.' } },
      { content: ' is blue.', annotations: [] },
    ],
    message: { content: 'The sky is blue.', provider_specific_fields: { reasoning: 'Look up.' } },
    words: 'The sky is blue.',
  },
  {
    name: 'OpenRouter, Gemini: a picture beside the text',
    deltas: [{ content: 'The sky is' }, { content: ' blue.', images: [PICTURE] }],
    message: { content: 'The sky is blue.', images: [PICTURE] },
    words: 'The sky is blue.',
  },
  {
    name: 'OpenAI: a refusal',
    deltas: [{ refusal: 'I will' }, { refusal: ' not.' }],
    message: { content: null, refusal: 'I will not.' },
    words: 'I will not.',
  },
  {
    name: 'OpenAI: a call of a tool in pieces',
    deltas: [
      { tool_calls: [{ index: 0, ...call('c1', 'weather', '') }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] },
    ],
    message: { tool_calls: [call('c1', 'weather', '{"city":"Oslo"}')] },
    words: 'weather{"city":"Oslo"}',
  },
  {
    name: 'llama-cpp-python: id and name in each delta of a call',
    deltas: [
      { tool_calls: [{ index: 0, ...call('c1', 'weather', '{"city":') }] },
      { tool_calls: [{ index: 0, ...call('c1', 'weather', '"Oslo"}') }] },
    ],
    words: 'weather{"city":"Oslo"}',
  },
  {
    name: 'Ollama, Gemini: calls without an index, one in each chunk',
    deltas: [
      { tool_calls: [call('c1', 'weather', '{"city":"Oslo"}')] },
      { tool_calls: [call('c2', 'time', '{"city":"Rome"}')] },
    ],
    message: {
      tool_calls: [call('c1', 'weather', '{"city":"Oslo"}'), call('c2', 'time', '{"city":"Rome"}')],
    },
    words: 'weather{"city":"Oslo"}time{"city":"Rome"}',
  },
  ...[null, '0'].map((index) => ({
    name: `gateways in front of Gemini: a call whose index is ${JSON.stringify(index)}`,
    deltas: [
      { tool_calls: [{ index, ...call('c1', 'weather', '{"city":') }] },
      { tool_calls: [{ index, function: { arguments: '"Oslo"}' } }] },
    ],
    words: 'weather{"city":"Oslo"}',
  })),
  {
    name: 'Ollama: arguments that are an object',
    deltas: [{ tool_calls: [{ index: 0, ...call('c1', 'weather', { city: 'Oslo' }) }] }],
    message: { tool_calls: [call('c1', 'weather', { city: 'Oslo' })] },
    words: 'weather{"city":"Oslo"}',
  },
  {
    name: 'OpenAI: input of a custom tool',
    deltas: [
      { tool_calls: [{ index: 0, id: 'c1', type: 'custom', custom: { name: 'sh', input: 'ls' } }] },
      { tool_calls: [{ index: 0, custom: { input: ' -l' } }] },
    ],
    message: {
      tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'sh', input: 'ls -l' } }],
    },
    words: 'shls -l',
  },
  {
    name: 'older servers: function_call',
    deltas: [{ function_call: { name: 'weather', arguments: '{}' } }],
    message: { function_call: { name: 'weather', arguments: '{}' } },
    words: 'weather{}',
  },
  {
    name: 'OpenAI: sound with a transcript',
    deltas: [
      { audio: { id: 'a', transcript: 'The sky' } },
      { audio: { data: 'UklGRg==', transcript: ' is blue.' } },
    ],
    message: {
      content: null,
      audio: { id: 'a', data: 'UklGRg==', transcript: 'The sky is blue.' },
    },
    words: 'The sky is blue.',
  },
  {
    name: 'vLLM, SGLang: comments and empty events while it works',
    deltas: [{ content: 'The sky' }, { content: ' is blue.' }],
    noise:
      ': keep-alive\n\n\n\n:\n\ndata:\n\ndata: \n\nevent: ping\ndata: {"type":"ping"}\n\ndata: pong\n\n',
    words: 'The sky is blue.',
  },
  {
    name: 'FastChat, OpenClaw: an empty error beside the choices',
    deltas: [{ content: 'The sky' }, { content: ' is blue.' }],
    noise: ['""', '{}', 'null', 'false']
      .map((error) => `data: {"error":${error},"choices":[]}\n\n`)
      .join('data: {"error":"","choices":null}\n\n'),
    words: 'The sky is blue.',
  },
  {
    name: 'Azure: findings of a filter before the first text',
    deltas: [{ role: 'assistant' }, { content: 'The sky' }, { content: ' is blue.' }],
    noise: 'data: {"choices":[],"prompt_filter_results":[{"prompt_index":0}]}\n\n',
    words: 'The sky is blue.',
  },
];
