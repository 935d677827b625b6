/** Bodies and queries of contract orders, contracts, tickets and deliveries. */
import { z } from 'zod';
import { CONTRACT_STATUSES, LOT_STANDINGS } from '../../domain/contract-standing';
import { CONTRACT_ORDER_STATUSES } from '../../domain/contract-orders';
import {
  DEFAULT_TIME_IN_FORCE,
  TIMES_IN_FORCE,
  timesInForceText,
} from '../../domain/time-in-force';
import { ENDED_LOTS_DAYS } from '../../domain/lots';
import { parseRfc3339 } from '../../domain/timestamps';
import { pageFields, pageQuerySchema, pageSize } from '../cursor';
import {
  timeField,
  count,
  idOf,
  instrumentText,
  regionOf,
  textField,
  tokens,
  usd,
  usdPerThousand,
  venueClass,
  waitingFor,
} from './answers';
import { attemptSchema, failedProbeSchema } from './fill-evidence';
import { instrument, pricePerThousand, quantityTokens, region, tenor, uuid } from './fields';

export const moment = z
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
    region: region
      .nullish()
      .meta({ description: 'Restricts delivery to a region; `global` means no restriction.' }),
    tenor: tenor.nullish().transform((given) => given ?? 'spot'),
    time_in_force: z
      .enum(TIMES_IN_FORCE)
      .nullish()
      .transform((given) => given ?? DEFAULT_TIME_IN_FORCE)
      .meta({ description: timesInForceText() }),
    expires_at: moment.nullish(),
    client_order_id: z.string().min(1).max(128).nullish().meta({
      description:
        'Unique within the account. A repeated request with the same terms returns the same order.',
    }),
  })
  .meta({ id: 'CreateContract' });

export const ORDER_STATUSES = [...CONTRACT_ORDER_STATUSES, 'partially_filled'] as const;

export const orderSchema = z
  .object({
    order_id: idOf('order'),
    client_order_id: textField('Name given by the buyer; null if none.', 'batch-17').nullable(),
    ticket_id: idOf('ticket that it bought; null if none').nullable(),
    contract_id: idOf('contract; null before the first fill').nullable(),
    model_id: instrumentText,
    region: regionOf('Region that it is pinned to; null for any').nullable(),
    tenor,
    side: z.literal('bid').meta({ description: 'Contract orders are bids.' }),
    time_in_force: z.enum(TIMES_IN_FORCE).meta({ description: 'Time in force.' }),
    price: usdPerThousand('Limit price'),
    quantity: tokens('Ordered quantity'),
    filled_quantity: tokens('Filled quantity'),
    remaining: tokens('Open quantity; 0 in a final state'),
    average_fill_price: usdPerThousand('Null before the first fill').nullable(),
    status: z.enum(ORDER_STATUSES).meta({ description: 'Status of the order.' }),
    reason: z.string().nullable().meta({ description: 'Reason why it ended unfilled.' }),
    created_at: timeField('Time of placement'),
    updated_at: timeField('Time of the last change'),
    expires_at: timeField('Expiry; null for an order that does not expire').nullable(),
  })
  .meta({ id: 'Order' });

/** Fills that the details of an order list. */
export const FILLS_NEWEST = 100;

export const orderDetailsSchema = orderSchema
  .extend({
    waiting_for: waitingFor,
    ahead: z
      .object({
        orders: count('Resting orders that are served before it; counting stops at 10,000.'),
        tokens: tokens('Their open quantity'),
      })
      .meta({ id: 'OrdersAhead' })
      .nullable()
      .meta({
        description:
          'Contract orders of its book, by better price or earlier time, that take tokens which it could have; null once it has ended.',
      }),
    fills: z
      .array(
        z
          .object({
            fill_id: idOf('fill; its lot has the same'),
            seller_id: idOf('seller'),
            region: regionOf('Region of the seller'),
            price: usdPerThousand(),
            quantity: tokens('Bought quantity'),
            cost: usd('Amount paid'),
            created_at: timeField('Time of the fill'),
          })
          .meta({ id: 'OrderFill' }),
      )
      .meta({ description: `Newest first; at most ${FILLS_NEWEST}.` }),
  })
  .meta({ id: 'OrderDetails' });

export const orderListSchema = z
  .object({ orders: z.array(orderSchema).meta({ description: 'Newest first.' }), ...pageFields })
  .meta({ id: 'OrderList' });

export const orderQuerySchema = pageQuerySchema.extend({
  q: z.string().max(200).optional().meta({
    description:
      'An order id, a ticket id, or a part of either or of an instrument. Each page searches the next 1,000 orders, so it may have fewer than `limit` or no results; only `has_more: false` marks the last page.',
  }),
  model_id: instrument('model_id').optional(),
  region: region.optional(),
  status: z
    .enum([...ORDER_STATUSES, 'canceled'])
    .transform((given) => (given === 'canceled' ? 'cancelled' : given))
    .optional()
    .meta({
      description: `One of ${ORDER_STATUSES.join(', ')}; \`canceled\` is accepted as well.`,
    }),
});

const reservedTokens = tokens(
  'Quantity reserved by requests under way; what they do not use remains again',
);

const contractStatus = z
  .enum(CONTRACT_STATUSES)
  .meta({ description: 'Whether requests can draw on it.' });

export const contractSchema = z
  .object({
    contract_id: idOf('contract'),
    order_id: idOf('order that created it'),
    ticket_id: idOf('ticket; null if none').nullable(),
    model_id: instrumentText,
    instrument: instrumentText.meta({ description: 'The same as `model_id`.' }),
    region: regionOf('Region that it is pinned to; null for any').nullable(),
    tenor,
    quantity: tokens('Purchased quantity'),
    remaining: tokens('Quantity that can be drawn of its lots'),
    reserved_tokens: reservedTokens,
    price: usdPerThousand('Average price of its lots'),
    status: contractStatus,
    delivery_start: timeField('Start of the window'),
    expires_at: timeField('End of the window'),
    created_at: timeField('Time of creation'),
    lots: z
      .array(
        z
          .object({
            lot_id: idOf('lot'),
            seller_id: idOf('seller'),
            quantity: tokens('Purchased quantity'),
            remaining: tokens('Quantity that can be drawn'),
            reserved_tokens: reservedTokens,
            price: usdPerThousand(),
            status: z.enum(LOT_STANDINGS).meta({
              description: 'As of the contract; `voided` if an operator ended it with a refund.',
            }),
            capacity_short_at: timeField(
              'Time of the newest capacity report of its seller, if that is below what it owes of the model now; null otherwise',
            ).nullable(),
          })
          .meta({ id: 'Lot' }),
      )
      .meta({ description: 'Delivery obligation of each seller.' }),
  })
  .meta({ id: 'Contract' });

export const contractListSchema = z
  .object({
    contracts: z.array(contractSchema).meta({ description: 'Newest first.' }),
    ...pageFields,
  })
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
      description:
        'Seconds in which a spot ticket may be redeemed; default 3,600. Not with a tenor.',
    }),
    contract_id: uuid.nullish().meta({
      description: 'Without other fields: a new credential for a contract of the account.',
    }),
  })
  .meta({ id: 'CreateTicket', example: { model: 'llama-3.3-70b', quantity_tokens: 100_000 } });

const TICKET_STATUSES = ['active', 'exhausted', 'expired', 'defaulted'] as const;

const ticketFields = {
  ticket_id: idOf('ticket'),
  contract_id: idOf('contract'),
  order_id: idOf('order that created the contract'),
  model: instrumentText,
  region: regionOf('Region that it is pinned to; null for any').nullable(),
  seller_class: venueClass,
  quantity_tokens: tokens('Purchased quantity'),
  remaining_tokens: tokens('Quantity that can be drawn'),
  reserved_tokens: reservedTokens,
  price: usdPerThousand(),
  status: z.enum(TICKET_STATUSES).meta({ description: 'A ticket is active from its purchase on.' }),
  delivery_start: timeField('Start of the window'),
  expires_at: timeField('End of the window'),
  created_at: timeField('Time of issue'),
};

export const ticketSchema = z.object(ticketFields).meta({ id: 'Ticket' });
export const ticketListSchema = z
  .object({ tickets: z.array(ticketSchema).meta({ description: 'Newest first.' }), ...pageFields })
  .meta({ id: 'TicketList' });

export const ticketQuerySchema = pageQuerySchema.extend({
  status: z.enum(TICKET_STATUSES).optional().meta({
    description:
      'Each page searches the next 200 tickets, so it may have fewer than `limit` or no results; only `has_more: false` marks the last page.',
  }),
});

export const createdTicketSchema = z
  .object({
    ...ticketFields,
    credential: z.string().meta({ description: 'Shown once; `Authorization: Bearer` on chat.' }),
  })
  .meta({ id: 'CreatedTicket' });

/** All at once, except for a seller with very many obligations. */
export const deliveriesQuerySchema = pageQuerySchema.extend({
  ended: z
    .enum(['true', 'false'])
    .optional()
    .meta({
      description: `\`true\`: the lots that ended in the last ${ENDED_LOTS_DAYS} days instead, the newest end first. A lot is among them once its end is recorded, which is usually within a second.`,
    }),
  limit: pageSize(10_000, 10_000),
});

export const deliveriesSchema = z
  .object({
    deliveries: z
      .array(
        z
          .object({
            contract_id: idOf('contract'),
            lot_id: idOf('lot'),
            buyer_id: idOf('account of the buyer'),
            instrument: instrumentText,
            status: z
              .enum(LOT_STANDINGS)
              .meta({ description: 'As of the lot of a contract; owed while pending or active.' }),
            quantity: tokens('Purchased quantity'),
            remaining: tokens('Quantity that can be drawn'),
            reserved_tokens: reservedTokens,
            drawn_tokens: tokens('Quantity that was drawn'),
            paid_tokens: tokens(
              'Quantity that was not drawn, and was paid at the end of the window',
            ),
            refunded_tokens: tokens('Quantity that was not drawn, and went back to the buyer'),
            earned: usd('Amount owed to the seller for it so far, after the fee'),
            refunded: usd('Amount that went back to the buyer'),
            in_escrow: usd('Amount that the buyer has paid and that is in escrow'),
            delivery_start: timeField('Start of the window'),
            expires_at: timeField('End of the window'),
            ended_at: timeField('Recorded end; null for a lot that is owed').nullable(),
            refund_reason: textField(
              'Why tokens went back to the buyer; null if none did.',
            ).nullable(),
            default_evidence: z
              .object({
                request_id: idOf('request that failed'),
                attempts: z.array(attemptSchema).meta({ description: 'In chronological order.' }),
                failed_probes: z.array(failedProbeSchema).meta({
                  description: 'Probes of the exchange that failed meanwhile, newest first.',
                }),
              })
              .meta({ id: 'DefaultEvidence' })
              .nullable()
              .meta({
                description:
                  'What the seller was asked when, what it answered, and which probes failed, before the lot defaulted; null otherwise.',
              }),
          })
          .meta({ id: 'Delivery' }),
      )
      .meta({ description: 'One row per lot.' }),
    ...pageFields,
  })
  .meta({ id: 'Deliveries' });

export const calendarSchema = z
  .object({
    calendar_url: textField(
      'Address of the calendar: absolute if the exchange has a public address, otherwise a path on the same server.',
      'https://tokenbook.example.com/seller/v1/calendars/01923b4e-0000-7000-8000-000000000002?secret=Zm9ydHktdHdvIGJ5dGVzIG9mIHJhbmRvbW5lc3M',
    ),
  })
  .meta({ id: 'Calendar' });

export type CreateContract = z.output<typeof createContractSchema>;
export type CreateTicket = z.output<typeof createTicketSchema>;
export type OrderBody = z.output<typeof orderSchema>;
export type OrderDetailsBody = z.output<typeof orderDetailsSchema>;
export type ContractBody = z.output<typeof contractSchema>;
export type TicketBody = z.output<typeof ticketSchema>;
export type TicketQuery = z.output<typeof ticketQuerySchema>;
export type CreatedTicketBody = z.output<typeof createdTicketSchema>;
export type OrderQuery = z.output<typeof orderQuerySchema>;
