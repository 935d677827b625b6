/** Bodies and queries of orders for capacity, contracts, tickets and deliveries. */
import { z } from 'zod';
import { CONTRACT_STATUSES } from '../../domain/contract-standing';
import { CONTRACT_ORDER_STATUSES } from '../../domain/contract-orders';
import { REGIONS } from '../../domain/regions';
import { TENORS } from '../../domain/tenors';
import {
  DEFAULT_TIME_IN_FORCE,
  TIMES_IN_FORCE,
  timesInForceText,
} from '../../domain/time-in-force';
import { parseRfc3339 } from '../../domain/timestamps';
import { pageFields, pageQuerySchema, pageSize } from '../cursor';
import {
  decimal,
  instrument,
  pricePerThousand,
  quantityTokens,
  region,
  tenor,
  timestamp,
  uuid,
} from './fields';

const moment = z
  .string()
  .transform((text, ctx) => {
    const parsed = parseRfc3339(text);
    if (parsed) return parsed;
    ctx.addIssue({ code: 'custom', message: 'must be a timestamp of RFC 3339' });
    return z.NEVER;
  })
  .meta({ description: 'RFC 3339, any offset.', format: 'date-time' });

export const createContractSchema = z
  .strictObject({
    model_id: instrument('model_id'),
    quantity: quantityTokens('quantity'),
    price: pricePerThousand('price').meta({
      description: 'Limit, USD per 1,000 tokens: a decimal string with at most 8 decimals.',
    }),
    region: region.nullish().meta({ description: 'Pins delivery; `global` is no restriction.' }),
    tenor: tenor.nullish().transform((given) => given ?? 'spot'),
    time_in_force: z
      .enum(TIMES_IN_FORCE)
      .nullish()
      .transform((given) => given ?? DEFAULT_TIME_IN_FORCE)
      .meta({ description: timesInForceText() }),
    expires_at: moment.nullish(),
    client_order_id: z
      .string()
      .min(1)
      .max(128)
      .nullish()
      .meta({ description: 'Unique within the account: the same terms give the same order.' }),
  })
  .meta({ id: 'CreateContract' });

export const ORDER_STATUSES = [...CONTRACT_ORDER_STATUSES, 'partially_filled'] as const;

export const orderSchema = z
  .object({
    order_id: uuid,
    client_order_id: z.string().nullable(),
    ticket_id: uuid.nullable(),
    contract_id: uuid.nullable().meta({ description: 'Null before the first fill.' }),
    model_id: z.string(),
    region: z.enum(REGIONS).nullable(),
    tenor: z.enum(TENORS),
    side: z.literal('bid'),
    time_in_force: z.enum(TIMES_IN_FORCE),
    price: decimal('Limit, USD per 1,000 tokens.'),
    quantity: z.number().int(),
    filled_quantity: z.number().int(),
    remaining: z.number().int().meta({ description: 'What still works: 0 once final.' }),
    average_fill_price: decimal('USD per 1,000 tokens; null before the first fill.').nullable(),
    status: z.enum(ORDER_STATUSES),
    reason: z.string().nullable().meta({ description: 'Why it ended without being filled.' }),
    created_at: timestamp,
    updated_at: timestamp,
    expires_at: timestamp.nullable(),
  })
  .meta({ id: 'Order' });

export const orderListSchema = z
  .object({ orders: z.array(orderSchema), ...pageFields })
  .meta({ id: 'OrderList' });

export const orderQuerySchema = pageQuerySchema.extend({
  q: z.string().max(200).optional().meta({
    description:
      'An order id or a ticket id, or a part of one of them or of an instrument. Each page looks at the next 1,000 orders: one with fewer than `limit`, or none, is not the last while `has_more` is true.',
  }),
  model_id: instrument('model_id').optional(),
  region: region.optional(),
  status: z
    .enum([...ORDER_STATUSES, 'canceled'])
    .transform((given) => (given === 'canceled' ? 'cancelled' : given))
    .optional()
    .meta({ description: `One of ${ORDER_STATUSES.join(', ')}; \`canceled\` is understood.` }),
});

const contractStatus = z.enum(CONTRACT_STATUSES);

export const contractSchema = z
  .object({
    contract_id: uuid,
    order_id: uuid,
    ticket_id: uuid.nullable(),
    model_id: z.string(),
    instrument: z.string(),
    region: z.enum(REGIONS).nullable(),
    tenor: z.enum(TENORS),
    quantity: z.number().int(),
    remaining: z.number().int().meta({ description: 'Undrawn tokens of its live lots.' }),
    price: decimal('Average of its lots, USD per 1,000 tokens.'),
    status: contractStatus,
    delivery_start: timestamp,
    expires_at: timestamp,
    created_at: timestamp,
    lots: z.array(
      z
        .object({
          lot_id: z.string(),
          seller_id: uuid,
          quantity: z.number().int(),
          remaining: z.number().int(),
          price: decimal('USD per 1,000 tokens.'),
          status: contractStatus,
        })
        .meta({ id: 'Lot' }),
    ),
  })
  .meta({ id: 'Contract' });

export const contractListSchema = z
  .object({ contracts: z.array(contractSchema), ...pageFields })
  .meta({ id: 'ContractList' });

const TTL_SECONDS_MIN = 60;
const TTL_SECONDS_MAX = 86_400;

export const createTicketSchema = z
  .strictObject({
    model: instrument('model').nullish(),
    quantity_tokens: quantityTokens('quantity_tokens').nullish(),
    max_price: pricePerThousand('max_price').nullish(),
    region: region.nullish(),
    tenor: tenor.nullish(),
    ttl_seconds: z.number().int().min(TTL_SECONDS_MIN).max(TTL_SECONDS_MAX).nullish().meta({
      description: 'How long a spot ticket may be redeemed; default 3,600. Not with a tenor.',
    }),
    contract_id: uuid.nullish().meta({
      description: 'Alone: a credential for a contract that the account holds.',
    }),
  })
  .meta({ id: 'CreateTicket', example: { model: 'llama-3.3-70b', quantity_tokens: 100_000 } });

const ticketFields = {
  ticket_id: uuid,
  contract_id: uuid,
  order_id: uuid,
  model: z.string(),
  region: z.enum(REGIONS).nullable(),
  seller_class: z.enum(['prime', 'standard', 'basic', 'unrated']),
  quantity_tokens: z.number().int(),
  remaining_tokens: z.number().int(),
  price: decimal('USD per 1,000 tokens.'),
  status: z.enum(['active', 'exhausted', 'expired', 'defaulted']),
  delivery_start: timestamp,
  expires_at: timestamp,
  created_at: timestamp,
};

export const ticketSchema = z.object(ticketFields).meta({ id: 'Ticket' });
export const createdTicketSchema = z
  .object({
    ...ticketFields,
    credential: z.string().meta({ description: 'Shown once; `Authorization: Bearer` on chat.' }),
  })
  .meta({ id: 'CreatedTicket' });

/** All of them at once, but for a seller that owes very many. */
export const deliveriesQuerySchema = pageQuerySchema.extend({
  limit: pageSize(10_000).default(10_000).meta({ description: 'Page size, 1 to 10,000.' }),
});

export const deliveriesSchema = z
  .object({
    deliveries: z.array(
      z
        .object({
          contract_id: uuid,
          lot_id: z.string(),
          buyer_id: uuid,
          instrument: z.string(),
          remaining: z.number().int().meta({ description: 'Tokens that the seller still owes.' }),
          delivery_start: timestamp,
          expires_at: timestamp,
        })
        .meta({ id: 'Delivery' }),
    ),
    ...pageFields,
  })
  .meta({ id: 'Deliveries' });

export type CreateContract = z.output<typeof createContractSchema>;
export type CreateTicket = z.output<typeof createTicketSchema>;
export type OrderBody = z.output<typeof orderSchema>;
export type ContractBody = z.output<typeof contractSchema>;
export type TicketBody = z.output<typeof ticketSchema>;
export type CreatedTicketBody = z.output<typeof createdTicketSchema>;
export type OrderQuery = z.output<typeof orderQuerySchema>;
