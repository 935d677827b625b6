/**
 * The document in which providers describe their models to OpenRouter, and what is registered and
 * offered of it. Its prices are USD per token, of prompt and answer apart; ours is one.
 */
import Big from 'big.js';
import { QUANTIZATIONS, known } from '../../domain/declared-models';
import { parseInstrument } from '../../domain/instruments';
import { isObject, type JsonObject, objectsIn } from '../../domain/json-object';
import { plainText } from '../../domain/plain-text';
import type { Declaration } from '../upstreams/declaration';

const PRICE_DECIMALS = 5;
const COUNTRY = /^[a-z]{2}$/i;
const FEATURE = /^[a-z0-9_]{1,64}$/;
/** Parameters that are features of a request here. */
const PARAMETERS = ['logprobs', 'n'] as const;

export interface Imported {
  readonly declaration: Declaration;
  /** USD per 1,000,000 tokens; null without a price. */
  readonly price: string | null;
  /** ISO 3166 codes of its datacenters. */
  readonly countries: readonly string[];
}

export interface Skipped {
  readonly id: string;
  readonly reason: string;
}

export interface ProviderDocument {
  readonly models: readonly Imported[];
  readonly skipped: readonly Skipped[];
}

/**
 * @param instruments by their ids in the document; an id without one is its own
 * @param promptPercent of the tokens of a usual request; null for the dearer of both prices
 * @returns null unless it is such a document
 */
export function readProviderDocument(
  document: unknown,
  instruments: ReadonlyMap<string, string>,
  promptPercent: number | null,
): ProviderDocument | null {
  const listed = isObject(document) ? document['data'] : document;
  if (!Array.isArray(listed)) return null;
  const models: Imported[] = [];
  const skipped: Skipped[] = [];
  for (const model of objectsIn(listed)) {
    const id = typeof model['id'] === 'string' ? plainText(model['id']) : '';
    const reason = unfit(model);
    try {
      if (reason !== null) skipped.push({ id, reason });
      else models.push(imported(model, id, instruments.get(id) ?? id, promptPercent));
    } catch (err) {
      skipped.push({ id, reason: (err as Error).message });
    }
  }
  return { models, skipped };
}

function unfit(model: JsonObject): string | null {
  if (typeof model['id'] !== 'string' || model['id'] === '') return 'it has no id';
  if (model['is_ready'] === false) return 'it is not ready';
  const output = wordsIn(model['output_modalities']);
  return output && !output.includes('text') ? 'it does not answer with text' : null;
}

/** @throws Failure `invalid_model` when its id is no instrument */
function imported(
  model: JsonObject,
  id: string,
  instrument: string,
  promptPercent: number | null,
): Imported {
  const modelId = parseInstrument(instrument);
  const quantization = QUANTIZATIONS.find((one) => one === model['quantization']);
  const declaration = known({
    model: modelId,
    upstream_model: modelId === id ? null : id,
    context_window: countIn(model['context_length']),
    max_output_tokens: countIn(model['max_output_length']),
    input_modalities: wordsIn(model['input_modalities']),
    output_modalities: wordsIn(model['output_modalities']),
    features: featuresOf(model),
    quantization,
  }) as unknown as Declaration;
  const countries = objectsIn(model['datacenters'])
    .map(({ country_code: code }) => code)
    .filter((code) => typeof code === 'string')
    .filter((code) => COUNTRY.test(code));
  return { declaration, price: priceOf(model['pricing'], promptPercent), countries };
}

/** Null without a list of features: then they are unknown. */
function featuresOf(model: JsonObject): string[] | null {
  const features = wordsIn(model['supported_features']);
  const parameters = wordsIn(model['supported_sampling_parameters']);
  if (!features) return null;
  const others = PARAMETERS.filter((one) => parameters?.includes(one));
  return [...new Set([...features, ...others])];
}

function priceOf(pricing: unknown, promptPercent: number | null): string | null {
  if (!isObject(pricing)) return null;
  const prompt = decimalIn(pricing['prompt']);
  const completion = decimalIn(pricing['completion']);
  if (!prompt || !completion) return null;
  const perToken =
    promptPercent === null
      ? prompt.gt(completion)
        ? prompt
        : completion
      : prompt
          .times(promptPercent)
          .plus(completion.times(100 - promptPercent))
          .div(100);
  const perMillion = perToken.times(1_000_000).round(PRICE_DECIMALS, Big.roundUp);
  return perMillion.gt(0) ? perMillion.toFixed() : null;
}

function decimalIn(value: unknown): Big | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return /^\d+(?:\.\d+)?(?:e-?\d{1,2})?$/i.test(String(value)) ? new Big(value) : null;
}

function wordsIn(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter((word) => typeof word === 'string' && FEATURE.test(word));
}

function countIn(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : null;
}
