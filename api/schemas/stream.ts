/** The messages of the order-book stream. Its snapshots are the plain HTTP book's body. */
import { z } from 'zod';
import { REGIONS } from '../../domain/regions';
import { decimal, tenor, uuid } from './fields';

export const tradeMessageSchema = z
  .object({
    type: z.literal('trade'),
    id: uuid.meta({ description: 'The trade.' }),
    model_id: z.string(),
    tenor,
    price: decimal('USD per 1,000 tokens.'),
    quantity: z.string().meta({ description: 'Tokens.', example: '1500' }),
    taker_side: z.enum(['bid', 'ask']).meta({ description: 'The side that came in.' }),
    region: z.enum(REGIONS).meta({ description: 'Region of the execution.' }),
    timestamp: z.number().int().meta({ description: 'Milliseconds since the Unix epoch.' }),
  })
  .meta({ id: 'Trade' });

export type TradeMessageBody = z.output<typeof tradeMessageSchema>;
