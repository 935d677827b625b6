/**
 * What a seller declares of a model at its endpoint, in the words of OpenRouter's provider document.
 * What it does not declare is unknown (null): it excludes nobody.
 */
import {
  type Check,
  isCount,
  isFlag,
  isListOf,
  isNullOr,
  isOneOf,
  isShape,
  isText,
} from './shapes';

export const QUANTIZATIONS = [
  'int4',
  'int8',
  'fp4',
  'fp6',
  'fp8',
  'fp16',
  'bf16',
  'fp32',
  'unknown',
] as const;
export type Quantization = (typeof QUANTIZATIONS)[number];

export interface DataPolicy {
  /** Whether prompts are kept after the answer. */
  readonly retainsPrompts: boolean | null;
  /** Whether models are trained on prompts. */
  readonly trains: boolean | null;
}

export interface DeclaredModel {
  /** An instrument. */
  readonly modelId: string;
  /** The name by which the endpoint is asked; null for the registered spelling. */
  readonly upstreamModel: string | null;
  /** Tokens of prompt and answer together. */
  readonly contextWindow: number | null;
  readonly maxOutputTokens: number | null;
  readonly inputModalities: readonly string[] | null;
  readonly outputModalities: readonly string[] | null;
  readonly features: readonly string[] | null;
  readonly quantization: Quantization | null;
  readonly dataPolicy: DataPolicy | null;
}

const isWords = isNullOr(isListOf(isText));

export const isDeclaredModel: Check = isShape({
  modelId: isText,
  upstreamModel: isNullOr(isText),
  contextWindow: isNullOr(isCount),
  maxOutputTokens: isNullOr(isCount),
  inputModalities: isWords,
  outputModalities: isWords,
  features: isWords,
  quantization: isNullOr(isOneOf(QUANTIZATIONS)),
  dataPolicy: isNullOr(isShape({ retainsPrompts: isNullOr(isFlag), trains: isNullOr(isFlag) })),
});

/** The declaration of one model; undefined without one. */
export function declarationOf(
  declared: readonly DeclaredModel[] | null | undefined,
  modelId: string,
): DeclaredModel | undefined {
  return declared?.find((one) => one.modelId === modelId);
}

/** The longest answer to a prompt of this length, as far as it is declared. */
export function mostOutputTokens(
  declared: DeclaredModel | undefined,
  promptTokens: number,
): number {
  const inWindow = Math.max(1, (declared?.contextWindow ?? Infinity) - promptTokens);
  return Math.min(inWindow, declared?.maxOutputTokens ?? Infinity);
}

/** Without members that are unknown. */
export function known(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value != null));
}
