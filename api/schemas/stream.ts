/** The messages of the order-book stream. Its snapshots are the plain HTTP book's body. */
import { z } from 'zod';
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
