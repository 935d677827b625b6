/** Bodies and queries of the Market surface that are about no seller: book, account, and the list of models. */
import { z } from 'zod';
import { REGIONS } from '../../domain/regions';
import { decimal, instrument, tenor, timestamp, uuid } from './fields';

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
    price: decimal('USD per 1,000 tokens.'),
    quantity: z.string().meta({ description: 'Tokens at this price.', example: '1000000' }),
  })
  .meta({ id: 'Level' });

export const orderBookSchema = z
  .object({
    type: z.literal('orderbook_snapshot'),
    model_id: z.string(),
    tenor,
    region: z.enum([...REGIONS, 'any']),
    bids: z.array(levelSchema).meta({ description: 'Highest price first.' }),
    asks: z.array(levelSchema).meta({ description: 'Lowest price first.' }),
    sequence: z.number().int().meta({ description: 'Version of the book.' }),
    timestamp: z.number().int().meta({ description: 'Milliseconds since the Unix epoch.' }),
  })
  .meta({ id: 'OrderBook' });

const reservationSchema = z
  .object({
    reservation_id: z.string(),
    amount: decimal('USD.'),
    reason: z.string(),
    reference_id: z.string().meta({ description: 'The order it is held for.' }),
    created_at: timestamp,
  })
  .meta({ id: 'Reservation' });

export const accountSummarySchema = z
  .object({
    account_id: uuid,
    currency: z.literal('USD'),
    balance: decimal('What was deposited less what was charged.'),
    reserved: decimal('Held for requests under way.'),
    available: decimal('`balance` less `reserved`.'),
    price_ceiling: decimal('Default `max_price`, USD per 1,000 tokens.').nullable(),
    reservations: z
      .array(reservationSchema)
      .meta({ description: 'Open ones, newest first; the newest 1,000 of them.' }),
    updated_at: timestamp,
  })
  .meta({ id: 'AccountSummary' });

export const modelListSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z
        .object({
          id: z.string(),
          object: z.literal('model'),
          created: z.number().int(),
          owned_by: z.string(),
        })
        .meta({ id: 'Model' }),
    ),
  })
  .meta({ id: 'ModelList' });

export type OrderBookBody = z.output<typeof orderBookSchema>;
export type AccountSummaryBody = z.output<typeof accountSummarySchema>;
export type ModelListBody = z.output<typeof modelListSchema>;
