/**
 * What inference servers say about themselves: vLLM and SGLang in `/v1/models`, SGLang besides in
 * `/get_model_info` and `/get_server_info`, llama.cpp in `/props`, Ollama in `/api/show` and
 * `/api/ps`, TGI in `/info`. What one does not say stays unknown.
 */
import type { Quantization } from '../../domain/declared-models';
import { isObject, type JsonObject, objectsIn } from '../../domain/json-object';
import type { Upstream } from '../seller-up/upstream';
import { quantizationOf } from './quantization';

export interface SelfDescription {
  /** Name of the software; null when it does not show itself. */
  readonly server: string | null;
  /** Tokens of prompt and answer together, of one request. */
  readonly contextTokens: number | null;
  /** Requests at a time. */
  readonly slots: number | null;
  readonly inputModalities: readonly string[] | null;
  /** All that it can do; what is not in the list is what it cannot. */
  readonly features: readonly string[] | null;
  readonly quantization: Quantization | null;
}

export const UNKNOWN: SelfDescription = {
  server: null,
  contextTokens: null,
  slots: null,
  inputModalities: null,
  features: null,
  quantization: null,
};

type Asked = Pick<Upstream, 'address' | 'own'>;

export async function describe(upstream: Asked): Promise<SelfDescription> {
  const { model } = upstream.address;
  const [models, props, show, ps, modelInfo, serverInfo, info] = await Promise.all([
    upstream.own('v1/models'),
    upstream.own('props'),
    upstream.own('api/show', { model }),
    upstream.own('api/ps'),
    upstream.own('get_model_info'),
    upstream.own('get_server_info'),
    upstream.own('info'),
  ]);
  const listed = objectsIn(models?.['data']);
  const card =
    listed.find(({ id }) => id === model) ?? (listed.length === 1 ? listed[0] : undefined);
  if (props && isObject(props['default_generation_settings'])) return llamaCpp(props, card);
  if (show && isObject(show['model_info'])) return ollama(show, ps, model);
  if (modelInfo && typeof modelInfo['is_generation'] === 'boolean') {
    return sglang(modelInfo, serverInfo ?? {}, card);
  }
  if (info && countOf(info['max_total_tokens']) !== null) return tgi(info);
  const server = card?.['owned_by'] === 'vllm' ? 'vLLM' : null;
  return { ...UNKNOWN, server, contextTokens: countOf(card?.['max_model_len']) };
}

/** The window of a slot: the one that the server was started with may be divided among them. */
function llamaCpp(props: JsonObject, card: JsonObject | undefined): SelfDescription {
  const settings = props['default_generation_settings'] as JsonObject;
  const meta = isObject(card?.['meta']) ? card['meta'] : {};
  const modalities = isObject(props['modalities']) ? props['modalities'] : null;
  const caps = isObject(props['chat_template_caps']) ? props['chat_template_caps'] : null;
  const canTools = caps?.['supports_tools'];
  return {
    server: 'llama.cpp',
    contextTokens:
      countOf(settings['n_ctx']) ?? countOf(meta['n_ctx']) ?? countOf(meta['n_ctx_train']),
    slots: countOf(props['total_slots']),
    inputModalities: modalities && [
      'text',
      ...(modalities['vision'] === true ? ['image'] : []),
      ...(modalities['audio'] === true ? ['audio'] : []),
    ],
    features:
      typeof canTools === 'boolean'
        ? [...(canTools ? ['tools'] : []), 'json_mode', 'json_schema', 'logprobs']
        : null,
    quantization: quantizationOf(props['model_ftype'] ?? props['model_path']),
  };
}

/**
 * `num_ctx` of the model, or the window that it is loaded with. The one of the architecture is no
 * promise: Ollama cuts longer prompts without a word.
 */
function ollama(show: JsonObject, ps: JsonObject | null, model: string): SelfDescription {
  const { parameters } = show;
  const given =
    typeof parameters === 'string' ? /^num_ctx\s+(\d+)/m.exec(parameters)?.[1] : undefined;
  const loaded = objectsIn(ps?.['models']).find(({ name }) => isSameTag(name, model));
  const capabilities = Array.isArray(show['capabilities']) ? show['capabilities'] : null;
  const details = isObject(show['details']) ? show['details'] : {};
  return {
    server: 'Ollama',
    contextTokens: countOf(Number(given)) ?? countOf(loaded?.['context_length']),
    slots: null,
    inputModalities: capabilities && [
      'text',
      ...(capabilities.includes('vision') ? ['image'] : []),
    ],
    features: capabilities && [
      ...(capabilities.includes('tools') ? ['tools'] : []),
      'json_mode',
      'json_schema',
    ],
    quantization: quantizationOf(details['quantization_level']),
  };
}

function isSameTag(name: unknown, model: string): boolean {
  return name === model || name === `${model}:latest`;
}

/** Its key may stand in what it says: nothing but these members is read. */
function sglang(
  model: JsonObject,
  server: JsonObject,
  card: JsonObject | undefined,
): SelfDescription {
  const isKnown = 'tool_call_parser' in server;
  const canTools = typeof server['tool_call_parser'] === 'string';
  const hasGrammar = server['grammar_backend'] !== 'none';
  const sees = model['has_image_understanding'];
  return {
    server: 'SGLang',
    contextTokens: countOf(card?.['max_model_len']) ?? countOf(server['context_length']),
    slots: null,
    inputModalities: typeof sees === 'boolean' ? ['text', ...(sees ? ['image'] : [])] : null,
    features: isKnown
      ? [
          ...(canTools ? ['tools'] : []),
          ...(hasGrammar ? ['json_mode', 'json_schema'] : []),
          'logprobs',
          'n',
        ]
      : null,
    quantization: quantizationOf(server['quantization'] ?? server['dtype']),
  };
}

/** It says nothing of tools and JSON. */
function tgi(info: JsonObject): SelfDescription {
  const pipeline = info['model_pipeline_tag'];
  return {
    server: 'TGI',
    contextTokens: countOf(info['max_total_tokens']),
    slots: countOf(info['max_concurrent_requests']),
    inputModalities:
      typeof pipeline === 'string' ? ['text', ...(/image/.test(pipeline) ? ['image'] : [])] : null,
    features: null,
    quantization: quantizationOf(info['model_dtype']),
  };
}

function countOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : null;
}
