/**
 * `provider` of OpenRouter: what a buyer wants of a seller. What is not honoured is refused by name, so
 * that no preference is silently lost; none of it is sent on.
 */
import { z } from 'zod';
import { QUANTIZATIONS } from '../../domain/declared-models';
import type { DeclaredNeeds } from '../../domain/needs';

/** A seller's id, or its exact name. */
const venue = z.string().min(1).max(256);
const VENUES_MAX = 32;
const price = (of: string) =>
  z
    .union([z.string(), z.number().positive()])
    .nullish()
    .meta({ description: `Highest price of a token of ${of}, in USD per 1,000,000.` });

const MEMBERS = {
  only: z.array(venue).min(1).max(VENUES_MAX).nullish().meta({
    description:
      'The sellers that may serve the request: the best price of theirs, then the earlier ask. Unknown ones are ignored if one is known.',
  }),
  ignore: z
    .array(venue)
    .max(VENUES_MAX)
    .nullish()
    .meta({ description: 'Sellers that must not serve it.' }),
  order: z.array(venue).min(1).max(VENUES_MAX).nullish().meta({
    description:
      'Sellers to try first, in this order, each within the ceiling; then the cheapest of the others.',
  }),
  allow_fallbacks: z.boolean().nullish().meta({
    description: '`false`, with `order` or `only`: nobody else serves it. Default `true`.',
  }),
  max_price: z
    .strictObject({ prompt: price('the prompt'), completion: price('the answer') })
    .nullish()
    .meta({ description: 'Highest prices in USD per 1,000,000 tokens; the lower one holds.' }),
  sort: z.literal('price').nullish().meta({ description: 'The cheapest seller serves, always.' }),
  quantizations: z
    .array(z.enum(QUANTIZATIONS))
    .min(1)
    .nullish()
    .meta({ description: 'Only sellers that declare one of these for the model.' }),
  data_collection: z.enum(['allow', 'deny']).nullish().meta({
    description: '`deny`: only sellers that declare to keep no prompts and to train on none.',
  }),
  zdr: z
    .boolean()
    .nullish()
    .meta({ description: 'Only sellers that declare to keep no prompts after the answer.' }),
  require_parameters: z
    .boolean()
    .nullish()
    .meta({ description: 'Only sellers that declare all that the request uses.' }),
};

export const providerSchema = z
  .looseObject(MEMBERS)
  .superRefine((provider, ctx) => {
    for (const name of Object.keys(provider)) {
      if (!Object.hasOwn(MEMBERS, name)) refuse(ctx, name, 'is not supported');
    }
    if (provider.allow_fallbacks === false && !provider.order && !provider.only) {
      refuse(ctx, 'allow_fallbacks', 'false needs order or only');
    }
  })
  .meta({
    id: 'ProviderPreferences',
    description: 'As in the OpenRouter API; the rest is refused.',
  });

function refuse(ctx: z.RefinementCtx, name: string, message: string): void {
  ctx.addIssue({ code: 'custom', path: [name], message });
}

export type ProviderPreferences = z.output<typeof providerSchema>;

/** What a preference wants sellers to declare; undefined for nothing. */
export function declaredNeedsOf(
  provider: ProviderPreferences | null | undefined,
): DeclaredNeeds | undefined {
  const { quantizations, data_collection: collection, zdr, require_parameters } = provider ?? {};
  const isPrivate = collection === 'deny';
  const needs = {
    ...(quantizations ? { quantizations } : {}),
    ...(isPrivate || zdr ? { noRetention: true } : {}),
    ...(isPrivate ? { noTraining: true } : {}),
    ...(require_parameters ? { everything: true } : {}),
  };
  return Object.keys(needs).length > 0 ? needs : undefined;
}
