/** Bodies of asks (Market surface, per 1,000 tokens) and offers (Seller surface, per 1,000,000). */
import { z } from 'zod';
import {
  timeField,
  idOf,
  instrumentText,
  regionOf,
  tokens,
  usdPerMillion,
  usdPerThousand,
} from './answers';
import {
  instrument,
  lifetimeSeconds,
  pricePerMillion,
  pricePerThousand,
  quantityTokens,
  region,
  tenor,
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
  ask_id: idOf('ask'),
  model_id: instrumentText,
  region: regionOf('Region of execution'),
  tenor,
  price: usdPerThousand(),
  capacity: tokens('Offered quantity'),
  remaining: tokens('Unfilled quantity'),
  created_at: timeField('Time of posting'),
  expires_at: timeField('Expiry'),
};

export const askSchema = z.object(askFields).meta({ id: 'Ask' });
export const createdAskSchema = z
  .object({ ...askFields, seller_id: idOf('seller') })
  .meta({ id: 'CreatedAsk' });
export const askListSchema = z
  .object({ asks: z.array(askSchema).meta({ description: 'Active asks of the seller.' }) })
  .meta({ id: 'AskList' });

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
  offer_id: idOf('offer'),
  status: z
    .enum(['active', 'filled', 'cancelled', 'expired'])
    .meta({ description: 'Status of the offer.' }),
  model: instrumentText,
  region: regionOf('Region of execution'),
  price_per_million_tokens: usdPerMillion(),
  quantity_tokens: tokens('Offered quantity'),
  remaining_tokens: tokens('Unfilled quantity'),
  created_at: timeField('Time of posting'),
  expires_at: timeField('Expiry'),
};

export const offerSchema = z.object(offerFields).meta({ id: 'Offer' });
export const createdOfferSchema = z
  .object({ ...offerFields, valid_for_seconds: lifetimeSeconds, tenor })
  .meta({ id: 'CreatedOffer' });
export const offerListSchema = z
  .object({ offers: z.array(offerSchema).meta({ description: 'Active offers of the seller.' }) })
  .meta({ id: 'OfferList' });

export type CreateAsk = z.output<typeof createAskSchema>;
export type CreateOffer = z.output<typeof createOfferSchema>;
export type AskBody = z.output<typeof askSchema>;
export type CreatedAskBody = z.output<typeof createdAskSchema>;
export type OfferBody = z.output<typeof offerSchema>;
export type CreatedOfferBody = z.output<typeof createdOfferSchema>;
