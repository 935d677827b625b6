/** The programs of `npm run world`: sellers' servers and buyers' clients, and how each is started. */
import { join } from 'node:path';
import { Packages } from '../../setup/servers/packages';

const PINS = join(__dirname, 'pins');
const python = (name: string) =>
  new Packages(`world-${name}`, join(PINS, name, 'requirements.txt'));
const node = (name: string) => new Packages(`world-${name}`, join(PINS, name, 'package-lock.json'));

/** The model needs its packages too. */
export const LLAMA_CPP = python('llama-cpp');
const LITELLM = new Packages(
  'litellm',
  join(__dirname, '..', '..', 'bench', 'gateways', 'litellm', 'requirements.txt'),
);
const OPENAI = python('openai');
const LLAMA_INDEX = python('llama-index');
const CLIENTS = node('clients');
const AGENTS = node('agents');

export interface Program {
  readonly name: string;
  readonly packages: Packages;
  /** The package whose version is shown. */
  readonly package: string;
}

export interface Place {
  /** Contains `model.gguf`, and `world/tiny` as transformers reads it. */
  readonly models: string;
  /** For files of this process. */
  readonly own: string;
  readonly port: number;
}

export interface Upstream extends Program {
  /** Its own name of the model. */
  readonly model: string;
  /** That it wants from its callers. */
  readonly key?: string;
  /** Arguments of Python. */
  readonly start: (place: Place) => readonly string[];
  /** Of one that stands in front of the first: the file `config.yaml`. YAML, of which JSON is a subset. */
  readonly configuration?: (firstUrl: string) => object;
  readonly environment?: Record<string, string>;
}

const UPSTREAM_KEY = 'sk-key-of-the-upstream';

/** The first one is the quickest, and serves the clients. */
export const UPSTREAMS: readonly [Upstream, ...Upstream[]] = [
  {
    name: "llama.cpp's server",
    packages: LLAMA_CPP,
    package: 'xllamacpp',
    model: 'tiny',
    start: ({ models, port }) => [
      join(__dirname, 'upstreams', 'llama_cpp_server.py'),
      join(models, 'model.gguf'),
      String(port),
      'tiny',
    ],
  },
  {
    name: 'transformers serve',
    packages: python('transformers'),
    package: 'transformers',
    model: 'world/tiny',
    start: ({ port }) => [
      '-m',
      'transformers.cli.transformers',
      'serve',
      'world/tiny',
      '--device',
      'cpu',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
    ],
    environment: { HF_HUB_OFFLINE: '1', TOKENIZERS_PARALLELISM: 'false', OMP_NUM_THREADS: '1' },
  },
  {
    name: "LiteLLM's proxy",
    packages: LITELLM,
    package: 'litellm',
    model: 'tiny',
    key: UPSTREAM_KEY,
    start: ({ own, port }) => [
      '-c',
      'from litellm import run_server; run_server()',
      '--config',
      join(own, 'config.yaml'),
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--num_workers',
      '1',
    ],
    configuration: (firstUrl) => ({
      model_list: [
        {
          model_name: 'tiny',
          litellm_params: { model: 'openai/tiny', api_base: firstUrl, api_key: 'none' },
        },
      ],
      general_settings: { master_key: UPSTREAM_KEY },
    }),
    environment: {
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      LITELLM_TELEMETRY: 'False',
      LITELLM_LOG: 'ERROR',
      HF_HUB_OFFLINE: '1',
    },
  },
];

export const CHECKS = ['chat', 'stream', 'tools', 'json', 'usage', '402', '404'] as const;
export type CheckName = (typeof CHECKS)[number];

export interface Client extends Program {
  /** A file of `clients/`, and its arguments. */
  readonly script: readonly [string, ...string[]];
  /** Without the others, which it has no way to ask. */
  readonly checks: readonly CheckName[];
  /** The API that it speaks, where that is not chat completions. */
  readonly speaks?: 'Responses' | 'Messages';
}

export const REFUSALS: readonly CheckName[] = ['402', '404'];

export const CLIENTS_OF_BUYERS: readonly Client[] = [
  {
    name: 'openai (Node)',
    packages: CLIENTS,
    package: 'openai',
    script: ['openai.mjs'],
    checks: CHECKS,
  },
  {
    name: 'openai (Python)',
    packages: OPENAI,
    package: 'openai',
    script: ['openai_python.py'],
    checks: CHECKS,
  },
  {
    name: 'AI SDK, openai-compatible',
    packages: CLIENTS,
    package: 'ai',
    script: ['ai-sdk.mjs', 'compatible'],
    checks: CHECKS,
  },
  {
    name: 'AI SDK, openai.chat()',
    packages: CLIENTS,
    package: 'ai',
    script: ['ai-sdk.mjs', 'chat'],
    checks: CHECKS,
  },
  {
    name: 'AI SDK, openai()',
    packages: CLIENTS,
    package: 'ai',
    speaks: 'Responses',
    script: ['ai-sdk.mjs', 'responses'],
    checks: CHECKS,
  },
  {
    name: 'LangChain (Node)',
    packages: CLIENTS,
    package: '@langchain/openai',
    script: ['langchain.mjs'],
    checks: CHECKS,
  },
  {
    name: 'LangChain (Python)',
    packages: OPENAI,
    package: 'langchain-openai',
    script: ['langchain_python.py'],
    checks: CHECKS,
  },
  {
    name: 'LlamaIndex',
    packages: LLAMA_INDEX,
    package: 'llama-index-llms-openai-like',
    script: ['llama_index_python.py'],
    checks: CHECKS,
  },
  {
    name: 'LiteLLM',
    packages: LITELLM,
    package: 'litellm',
    script: ['litellm_python.py'],
    checks: CHECKS,
  },
  {
    name: 'instructor',
    packages: LLAMA_INDEX,
    package: 'instructor',
    script: ['instructor_python.py'],
    checks: ['tools', 'json', 'usage', ...REFUSALS],
  },
  {
    name: 'pydantic-ai, chat',
    packages: OPENAI,
    package: 'pydantic-ai-slim',
    script: ['pydantic_ai_python.py', 'chat'],
    checks: CHECKS,
  },
  {
    name: 'pydantic-ai, responses',
    packages: OPENAI,
    package: 'pydantic-ai-slim',
    script: ['pydantic_ai_python.py', 'responses'],
    checks: CHECKS,
    speaks: 'Responses',
  },
  {
    name: 'llm',
    packages: OPENAI,
    package: 'llm',
    script: ['llm_command.py'],
    checks: CHECKS,
  },
  {
    name: 'aider',
    packages: python('aider'),
    package: 'aider-chat',
    script: ['aider_command.py'],
    checks: ['chat', 'stream', 'usage', ...REFUSALS],
  },
  {
    name: 'Anthropic SDK (Node)',
    packages: CLIENTS,
    package: '@anthropic-ai/sdk',
    script: ['anthropic.mjs'],
    speaks: 'Messages',
    checks: ['chat', 'stream', 'tools', 'usage', ...REFUSALS],
  },
  {
    name: 'Codex CLI',
    packages: AGENTS,
    package: '@openai/codex',
    speaks: 'Responses',
    script: ['agent.mjs', 'codex'],
    checks: ['chat', ...REFUSALS],
  },
  {
    name: 'Claude Code',
    packages: AGENTS,
    package: '@anthropic-ai/claude-code',
    script: ['agent.mjs', 'claude'],
    checks: ['chat', ...REFUSALS],
    speaks: 'Messages',
  },
];
