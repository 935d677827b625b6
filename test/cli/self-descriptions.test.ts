/** What inference servers answer about themselves, in their own shapes, and what is declared of it. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { declarationOf, declarationText } from '../../cli/upstreams/declaration';
import { quantizationOf } from '../../cli/upstreams/quantization';
import { describe as describeServer } from '../../cli/upstreams/self-description';
import { Upstream } from '../../cli/seller-up/upstream';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

type Routes = Readonly<Record<string, object>>;

/** @param prefix of its API, as behind a proxy */
async function serving(routes: Routes, prefix = ''): Promise<string> {
  const server = createServer((req, res) => {
    const body = routes[String(req.url).replace(prefix, '')];
    res.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    res.end(JSON.stringify(body ?? { detail: 'Not Found' }));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
}

const described = async (routes: Routes, model: string, prefix = '') =>
  describeServer(new Upstream({ url: await serving(routes, prefix), model, key: undefined }));

const VLLM: Routes = {
  '/v1/models': {
    object: 'list',
    data: [
      {
        id: 'Qwen/Qwen3-32B',
        object: 'model',
        created: 1764e6,
        owned_by: 'vllm',
        root: 'Qwen/Qwen3-32B',
        parent: null,
        max_model_len: 40960,
        permission: [
          {
            id: 'modelperm-1',
            object: 'model_permission',
            allow_sampling: true,
          },
        ],
      },
      {
        id: 'sql-lora',
        object: 'model',
        owned_by: 'vllm',
        parent: 'Qwen/Qwen3-32B',
        max_model_len: 8_192,
      },
    ],
  },
};

const SGLANG: Routes = {
  '/v1/models': {
    object: 'list',
    data: [
      {
        id: 'Qwen/Qwen2.5-VL-7B-Instruct',
        object: 'model',
        owned_by: 'sglang',
        root: 'Qwen/Qwen2.5-VL-7B-Instruct',
        max_model_len: 128_000,
      },
    ],
  },
  '/get_model_info': {
    model_path: 'Qwen/Qwen2.5-VL-7B-Instruct',
    tokenizer_path: 'Qwen/Qwen2.5-VL-7B-Instruct',
    is_generation: true,
    preferred_sampling_params: null,
    weight_version: 'default',
    has_image_understanding: true,
    has_audio_understanding: false,
    model_type: 'qwen2_5_vl',
  },
  '/get_server_info': {
    model_path: 'Qwen/Qwen2.5-VL-7B-Instruct',
    context_length: null,
    api_key: 'a key of the server',
    tool_call_parser: 'qwen25',
    grammar_backend: 'xgrammar',
    quantization: null,
    dtype: 'bfloat16',
    max_running_requests: 2048,
    max_total_num_tokens: 901234,
    version: '0.5.9',
    internal_states: [{}],
  },
};

const LLAMA_CPP: Routes = {
  '/props': {
    default_generation_settings: {
      n_ctx: 16384,
      params: {
        n_predict: -1,
        temperature: 0.8,
      },
    },
    total_slots: 2,
    model_alias: 'qwen3',
    model_path: '/models/Qwen3-8B-Q4_K_M.gguf',
    modalities: {
      vision: false,
      audio: false,
    },
    chat_template: '{{ messages }}',
    chat_template_caps: {
      supports_tools: true,
      supports_tool_calls: true,
    },
    build_info: 'b9014-d4b0c22f9',
  },
  '/v1/models': {
    object: 'list',
    data: [
      {
        id: 'qwen3',
        object: 'model',
        owned_by: 'llamacpp',
        meta: { vocab_type: 2, n_ctx_train: 40_960, n_params: 8_190_735_360 },
      },
    ],
  },
};

const OLLAMA: Routes = {
  '/api/show': {
    parameters: 'stop "<|im_end|>"\ntemperature 0.6',
    template: '{{ .Prompt }}',
    details: {
      parent_model: '',
      format: 'gguf',
      family: 'qwen3',
      parameter_size: '8.2B',
      quantization_level: 'Q4_K_M',
    },
    model_info: {
      'general.architecture': 'qwen3',
      'qwen3.context_length': 40960,
    },
    capabilities: ['completion', 'tools', 'thinking'],
  },
  '/api/ps': {
    models: [{ name: 'qwen3:latest', model: 'qwen3:latest', size_vram: 1, context_length: 8_192 }],
  },
  '/v1/models': {
    object: 'list',
    data: [{ id: 'qwen3:latest', object: 'model', owned_by: 'library' }],
  },
};

const TGI: Routes = {
  '/info': {
    model_id: 'meta-llama/Llama-3.1-8B-Instruct',
    model_pipeline_tag: 'text-generation',
    max_concurrent_requests: 128,
    max_best_of: 2,
    max_stop_sequences: 4,
    max_input_tokens: 4095,
    max_total_tokens: 4096,
    validation_workers: 2,
    max_client_batch_size: 4,
    router: 'text-generation-router',
    version: '3.3.4',
  },
};

test.each<[string, Routes, string, object]>([
  [
    'vLLM',
    VLLM,
    'Qwen/Qwen3-32B',
    { server: 'vLLM', contextTokens: 40_960, features: null, inputModalities: null },
  ],
  [
    'vLLM with an adapter of its own window',
    VLLM,
    'sql-lora',
    { server: 'vLLM', contextTokens: 8_192 },
  ],
  [
    'SGLang',
    SGLANG,
    'any',
    {
      server: 'SGLang',
      contextTokens: 128_000,
      inputModalities: ['text', 'image'],
      features: ['tools', 'json_mode', 'json_schema', 'logprobs', 'n'],
      quantization: 'bf16',
    },
  ],
  [
    'llama.cpp',
    LLAMA_CPP,
    'qwen3',
    {
      server: 'llama.cpp',
      contextTokens: 16_384,
      slots: 2,
      inputModalities: ['text'],
      features: ['tools', 'json_mode', 'json_schema', 'logprobs'],
      quantization: 'int4',
    },
  ],
  [
    'Ollama',
    OLLAMA,
    'qwen3',
    {
      server: 'Ollama',
      contextTokens: 8_192,
      inputModalities: ['text'],
      features: ['tools', 'json_mode', 'json_schema'],
      quantization: 'int4',
    },
  ],
  [
    'TGI',
    TGI,
    'any',
    {
      server: 'TGI',
      contextTokens: 4096,
      slots: 128,
      inputModalities: ['text'],
      features: null,
      quantization: null,
    },
  ],
  [
    'TGI with a model that sees, which says its number format',
    {
      '/info': {
        max_total_tokens: 8192,
        max_concurrent_requests: 32,
        model_pipeline_tag: 'image-text-to-text',
        model_dtype: 'torch.bfloat16',
      },
    },
    'any',
    {
      server: 'TGI',
      contextTokens: 8192,
      slots: 32,
      inputModalities: ['text', 'image'],
      quantization: 'bf16',
    },
  ],
  [
    'a server that says nothing',
    {},
    'any',
    { server: null, contextTokens: null, slots: null, features: null },
  ],
])('%s', async (_name, routes, model, expected) => {
  expect(await described(routes, model)).toMatchObject(expected);
});

test('SGLang without a parser of tool calls cannot call tools', async () => {
  const info = { ...SGLANG['/get_server_info'], tool_call_parser: null };
  const { features } = await described({ ...SGLANG, '/get_server_info': info }, 'any');
  expect(features).not.toContain('tools');
});

test("Ollama's window is that of the model file or of the loaded model, never the architecture's", async () => {
  const show = {
    ...OLLAMA['/api/show'],
    parameters: 'num_ctx                        32768\nstop "x"',
  };
  expect((await described({ ...OLLAMA, '/api/show': show }, 'qwen3')).contextTokens).toBe(32_768);
  const { '/api/ps': _loaded, ...unloaded } = OLLAMA;
  expect((await described(unloaded, 'qwen3')).contextTokens).toBeNull();
});

test('a server behind a path is asked there', async () => {
  expect(await described(LLAMA_CPP, 'qwen3', '/llama')).toMatchObject({ contextTokens: 16_384 });
});

test('nothing but what is declared leaves: keys that a server shows do not', async () => {
  const declaration = declarationOf('an-instrument', await described(SGLANG, 'any'));
  expect(JSON.stringify(declaration)).not.toContain('key');
  expect(declarationText(declaration)).toBe(
    'context 128000 tokens; reads text, image; can tools, json_mode, json_schema, logprobs, n; bf16',
  );
});

test.each([
  ['Q4_K_M', 'int4'],
  ['/models/Qwen3-8B-Q8_0.gguf', 'int8'],
  ['IQ4_XS', 'int4'],
  ['Q5_K_M', 'unknown'],
  ['F16', 'fp16'],
  ['BF16', 'bf16'],
  ['MXFP4 MoE', 'fp4'],
  ['fp8', 'fp8'],
  ['w8a8_int8', 'int8'],
  ['awq', 'int4'],
  ['torch.bfloat16', 'bf16'],
  ['float16', 'fp16'],
  ['auto', null],
  [null, null],
  ['qwen3-8b.gguf', null],
])('the number format %s is %s', (said, expected) => {
  expect(quantizationOf(said)).toBe(expected);
});
