/** The messages of the order-book stream. Its snapshots are the plain HTTP book's body. */
import { z } from 'zod';
import { CHANGE_KINDS } from '../../records/queries/account-changes';
import { idOf, instrumentText, regionOf, usdPerThousand } from './answers';
import { tenor } from './fields';
import { orderBookQuerySchema } from './market';

export const tradeMessageSchema = z
  .object({
    type: z.literal('trade').meta({ description: 'Kind of the message.' }),
    id: idOf('trade'),
    model_id: instrumentText,
    tenor,
    price: usdPerThousand(),
    quantity: z.string().meta({ description: 'Tokens.', example: '1500' }),
    taker_side: z.enum(['bid', 'ask']).meta({ description: 'Side of the incoming order.' }),
    region: regionOf('Region of execution'),
    timestamp: z.number().int().meta({ description: 'Milliseconds since the Unix epoch.' }),
    off_market: z.literal(true).optional().meta({
      description:
        'Only when the price is more than ten times, or less than a tenth of, the market price: the trade counts as volume, and moves neither the last price nor candles.',
    }),
  })
  .meta({ id: 'Trade' });

/** What a client asks for over socket.io: that which the raw stream takes as its query. */
export const viewSchema = orderBookQuerySchema.meta({
  id: 'View',
  description: 'A view of an order book.',
});

export const roomSchema = z
  .object({
    room: z
      .string()
      .meta({ description: 'The view as its room is named.', example: 'llama-3.3-70b|spot|any' }),
  })
  .meta({ id: 'Room' });

export const accountChangedSchema = z
  .object({
    type: z.literal('account_changed').meta({ description: 'Kind of the message.' }),
    changes: z
      .array(
        z
          .object({
            kind: z.enum(CHANGE_KINDS).meta({
              description:
                'What has changed. `request`: a chat request began or ended; `deposit`: money was credited; `all`: changes may have been missed.',
            }),
            id: z.string().nullable().meta({
              description: 'Of the request, trade, order, lot or ticket; null for others.',
              example: '0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f',
            }),
          })
          .meta({ id: 'AccountChange' }),
      )
      .meta({ description: 'In the order in which they were recorded.' }),
  })
  .meta({ id: 'AccountChanged' });
