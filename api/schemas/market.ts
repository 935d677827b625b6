/**
 * Bodies and queries of the Market surface without sellers: book, account, and the list of models.
 */
import { z } from 'zod';
import { REGIONS } from '../../domain/regions';
import { timeField, count, idOf, instrumentText, textField, usd, usdPerThousand } from './answers';
import { instrument, tenor } from './fields';

export const orderBookQuerySchema = z.object({
  model_id: instrument('model_id'),
  region: z
    .enum([...REGIONS, 'any'])
    .optional()
    .meta({ description: 'Filters the view; `any` and no region cover all regions.' }),
  tenor: tenor.optional(),
});

const levelSchema = z
  .object({
    price: usdPerThousand(),
    quantity: z.string().meta({ description: 'Tokens at this price.', example: '1000000' }),
  })
  .meta({ id: 'Level' });

export const orderBookSchema = z
  .object({
    type: z.literal('orderbook_snapshot').meta({ description: 'Kind of the message.' }),
    model_id: instrumentText,
    tenor,
    region: z.enum([...REGIONS, 'any']).meta({ description: '`any` covers all regions.' }),
    bids: z.array(levelSchema).meta({ description: 'Highest price first.' }),
    asks: z.array(levelSchema).meta({ description: 'Lowest price first.' }),
    sequence: z.number().int().meta({ description: 'Version of the book.' }),
    timestamp: z.number().int().meta({ description: 'Milliseconds since the Unix epoch.' }),
  })
  .meta({ id: 'OrderBook' });

const reservationSchema = z
  .object({
    reservation_id: textField('Id of the hold.'),
    amount: usd(),
    reason: textField('Purpose of the hold.', 'chat'),
    reference_id: textField('The order with this hold.'),
    created_at: timeField('Time of the hold'),
  })
  .meta({ id: 'Reservation' });

export const accountSummarySchema = z
  .object({
    account_id: idOf('account'),
    currency: z.literal('USD').meta({ description: 'Currency of every amount.' }),
    balance: usd('Deposits minus charges'),
    reserved: usd('Held for requests and orders in progress'),
    available: usd('`balance` minus `reserved`'),
    price_ceiling: usdPerThousand('Default `max_price`').nullable(),
    reservations: z
      .array(reservationSchema)
      .meta({ description: 'The newest 1,000 open holds, newest first.' }),
    updated_at: timeField('Time of the last change of the balance'),
  })
  .meta({ id: 'AccountSummary' });

const perToken = (what: string) =>
  z.string().meta({ description: `${what}; USD per token.`, example: '0.0000006' });

const declaredWords = (what: string, example: readonly string[]) =>
  z
    .array(z.string())
    .nullable()
    .meta({
      description: `${what}, as at least one seller declares; null when none declares it.`,
      example: [...example],
    });

export const modelSchema = z
  .object({
    id: instrumentText,
    object: z.literal('model').meta({ description: 'Kind of the object.' }),
    created: count('Seconds since the Unix epoch.', 1_769_860_800),
    owned_by: textField('Family of the model.', 'llama'),
    context_window: count(
      'Tokens of a prompt and its answer: of the catalog, or the largest that a seller declares; null when unknown.',
      131_072,
    ).nullable(),
    price: usdPerThousand('The best offer, at most five seconds old; null without one').nullable(),
    pricing: z
      .object({
        prompt: perToken('Of a token of the prompt'),
        completion: perToken('Of a token of the answer'),
      })
      .nullable()
      .meta({ description: 'The same price as OpenRouter writes it; null without an offer.' }),
    input_modalities: declaredWords('What prompts may contain', ['text']),
    output_modalities: declaredWords('What answers may contain', ['text']),
    features: declaredWords('What requests may use', ['tools', 'json_schema']),
  })
  .meta({ id: 'Model' });

export const modelPath = z.object({
  model_id: z
    .string()
    .min(1)
    .meta({ description: 'An instrument string.', example: 'llama-3.3-70b' }),
});

export const modelListSchema = z
  .object({
    object: z.literal('list').meta({ description: 'Kind of the object.' }),
    data: z.array(modelSchema).meta({ description: 'Tradable instruments.' }),
  })
  .meta({ id: 'ModelList' });

export type OrderBookQuery = z.output<typeof orderBookQuerySchema>;
export type OrderBookBody = z.output<typeof orderBookSchema>;
export type AccountSummaryBody = z.output<typeof accountSummarySchema>;
export type ModelListBody = z.output<typeof modelListSchema>;
export type ModelBody = z.output<typeof modelSchema>;
