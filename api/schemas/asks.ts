/** Bodies of asks (Market surface, per 1,000 tokens) and offers (Seller surface, per 1,000,000). */
import { z } from 'zod';
import { REGIONS } from '../../domain/regions';
import { TENORS } from '../../domain/tenors';
import {
  decimal,
  instrument,
  lifetimeSeconds,
  pricePerMillion,
  pricePerThousand,
  quantityTokens,
  region,
  tenor,
  timestamp,
  uuid,
} from './fields';

const DEFAULT_LIFETIME_SECONDS = 300;

export const createAskSchema = z
  .strictObject({
    model_id: instrument('model_id'),
    price: pricePerThousand('price'),
    capacity: quantityTokens('capacity'),
    ttl_seconds: lifetimeSeconds.nullish().transform((given) => given ?? DEFAULT_LIFETIME_SECONDS),
    region: region.nullish().meta({
      description: 'Default: the first region of the registration, or `global` without one.',
    }),
    tenor: tenor.nullish().transform((given) => given ?? 'spot'),
  })
  .meta({ id: 'CreateAsk' });

const askFields = {
  ask_id: uuid,
  model_id: z.string(),
  region: z.enum(REGIONS),
  tenor: z.enum(TENORS),
  price: decimal('USD per 1,000 tokens.'),
  capacity: z.number().int().meta({ description: 'Tokens offered.' }),
  remaining: z.number().int().meta({ description: 'Tokens unfilled.' }),
  created_at: timestamp,
  expires_at: timestamp,
};

export const askSchema = z.object(askFields).meta({ id: 'Ask' });
export const createdAskSchema = z
  .object({ ...askFields, seller_id: uuid })
  .meta({ id: 'CreatedAsk' });
export const askListSchema = z.object({ asks: z.array(askSchema) }).meta({ id: 'AskList' });

export const createOfferSchema = z
  .strictObject({
    model: instrument('model'),
    region,
    price_per_million_tokens: pricePerMillion('price_per_million_tokens'),
    quantity_tokens: quantityTokens('quantity_tokens'),
    valid_for_seconds: lifetimeSeconds,
    tenor: tenor.nullish().transform((given) => given ?? 'spot'),
  })
  .meta({ id: 'CreateOffer' });

const offerFields = {
  offer_id: uuid,
  status: z.enum(['active', 'filled', 'cancelled', 'expired']),
  model: z.string(),
  region: z.enum(REGIONS),
  price_per_million_tokens: decimal('USD per 1,000,000 tokens.'),
  quantity_tokens: z.number().int(),
  remaining_tokens: z.number().int(),
  created_at: timestamp,
  expires_at: timestamp,
};

export const offerSchema = z.object(offerFields).meta({ id: 'Offer' });
export const createdOfferSchema = z
  .object({ ...offerFields, valid_for_seconds: z.number().int(), tenor: z.enum(TENORS) })
  .meta({ id: 'CreatedOffer' });
export const offerListSchema = z.object({ offers: z.array(offerSchema) }).meta({ id: 'OfferList' });

export type CreateAsk = z.output<typeof createAskSchema>;
export type CreateOffer = z.output<typeof createOfferSchema>;
export type AskBody = z.output<typeof askSchema>;
export type CreatedAskBody = z.output<typeof createdAskSchema>;
export type OfferBody = z.output<typeof offerSchema>;
export type CreatedOfferBody = z.output<typeof createdOfferSchema>;
