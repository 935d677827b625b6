/** What a seller declares of a model: what was found by asking, else what its server says of itself. */
import { type Quantization, known } from '../../domain/declared-models';
import type { Capability } from '../seller-check/capabilities';
import type { SelfDescription } from './self-description';

/** An entry of `models` in a registration, without what is unknown. */
export interface Declaration {
  readonly model: string;
  readonly upstream_model?: string;
  readonly context_window?: number;
  readonly max_output_tokens?: number;
  readonly input_modalities?: readonly string[];
  readonly output_modalities?: readonly string[];
  readonly features?: readonly string[];
  readonly quantization?: Quantization;
}

/** @param found null when nothing was asked */
export function declarationOf(
  model: string,
  said: SelfDescription,
  found: readonly Capability[] | null = null,
): Declaration {
  const features = found?.flatMap(({ feature }) => (feature === null ? [] : [feature]));
  const seen = features && ['text', ...features.filter((one) => one === 'image')];
  const asked = features?.filter((one) => one !== 'image');
  return known({
    model,
    context_window: said.contextTokens,
    input_modalities: seen ?? said.inputModalities,
    features: asked ?? said.features,
    quantization: said.quantization,
  }) as unknown as Declaration;
}

/** Whether it says more than the name. */
export function saysSomething(declaration: Declaration): boolean {
  return Object.keys(declaration).length > 1;
}

/** One line for people. */
export function declarationText(declaration: Declaration): string {
  const { context_window: context, max_output_tokens: output } = declaration;
  const { input_modalities: input, features, quantization } = declaration;
  const parts = [
    context === undefined ? '' : `context ${context} tokens`,
    output === undefined ? '' : `answers up to ${output}`,
    input === undefined ? '' : `reads ${input.join(', ')}`,
    features === undefined ? '' : `can ${features.join(', ') || 'nothing beyond chats'}`,
    quantization ?? '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}
