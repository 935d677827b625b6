/** A buyer's chat requests with their times, and what its account spent. */
import { z } from 'zod';
import { ATTEMPT_REASONS, ATTEMPT_STATES } from '../../records/documents/fill';
import { pageFields, pageQuerySchema } from '../cursor';
import {
  count,
  idOf,
  instrumentText,
  regionOf,
  textField,
  timeField,
  tokens,
  usd,
  usdPerThousand,
  venueClass,
  waitingFor,
} from './answers';
import { REQUEST_ID, instrument } from './fields';
import { moment } from './statements';

const REQUEST_STATUSES = ['open', 'filled', 'refused'] as const;

export const requestQuerySchema = pageQuerySchema
  .extend({
    model_id: instrument('model_id').optional(),
    status: z.enum(REQUEST_STATUSES).optional().meta({ description: 'Status of the request.' }),
    request_id: z
      .string()
      .regex(REQUEST_ID)
      .optional()
      .meta({ description: '`x-request-id` of the request.' }),
    from: moment('Received at this time or later.').optional(),
    to: moment('Received before this time.').optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'must not be before from',
  });

const requestFields = {
  order_id: idOf('request; the statement names it'),
  request_id: textField('`x-request-id` of the request.'),
  status: z
    .enum(REQUEST_STATUSES)
    .meta({ description: '`open` while in progress. A refused request costs nothing.' }),
  model_id: instrumentText,
  stream: z.boolean().meta({ description: 'Whether the answer is streamed.' }),
  requested_region: textField('Required region; null for any.').nullable(),
  price_limit: usdPerThousand('Highest price that the request would have paid'),
  contract_id: idOf('contract that it draws on; null when it is paid from the balance').nullable(),
  fill_id: idOf('fill; null without one').nullable(),
  seller_id: idOf('seller; null without a fill').nullable(),
  venue_class: venueClass.nullable(),
  region: regionOf('Region of execution; null without a fill').nullable(),
  price: usdPerThousand('Price of the fill; null without one').nullable(),
  list_price: usdPerThousand('List price at the match; null before it is settled').nullable(),
  tokens: tokens('Charged quantity'),
  cost: usd('Cost; for a contract, part of what was paid for it'),
  refusal: z
    .object({
      code: textField('Code of the refusal.', 'no_match'),
      message: textField('Message of the refusal.'),
    })
    .meta({ id: 'RequestRefusal' })
    .nullable()
    .meta({ description: 'Why it was refused; null otherwise.' }),
  received_at: timeField('When it was received'),
  matched_at: timeField('When an ask was reserved for it; null before').nullable(),
  dispatched_at: timeField('Start of the attempt that delivered, or of the latest').nullable(),
  first_byte_at: timeField(
    "Seller's first byte; without streaming the whole answer; null before it is settled",
  ).nullable(),
  ended_at: timeField('When it was settled or refused; null before').nullable(),
};

export const requestSchema = z.object(requestFields).meta({ id: 'BuyerRequest' });

const attemptSchema = z
  .object({
    fill_id: idOf('fill that reserved the tokens of the attempt'),
    seller_id: idOf('seller'),
    region: regionOf('Region of the seller'),
    price: usdPerThousand('Price of the fill'),
    number: count('Number of the attempt at this fill, from 1.'),
    state: z.enum(ATTEMPT_STATES).meta({ description: 'State of the attempt.' }),
    reason: z
      .enum(ATTEMPT_REASONS)
      .nullable()
      .meta({ description: 'Why it delivered nothing, or not all.' }),
    started_at: timeField('Start of the attempt'),
    first_byte_at: timeField("Seller's first byte; null before it is settled").nullable(),
    ended_at: timeField('End of the attempt; null while in progress').nullable(),
  })
  .meta({ id: 'RequestAttempt' });

export const requestDetailsSchema = z
  .object({
    ...requestFields,
    waiting_for: waitingFor,
    quantity: tokens('Reserved quantity of the fill; null without one').nullable(),
    prompt_tokens: tokens('Length of the prompt as the seller reported it').nullable(),
    completion_tokens: tokens('Length of the answer as the seller reported it').nullable(),
    attempts: z.array(attemptSchema).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'BuyerRequestDetails' });

export const requestListSchema = z
  .object({
    requests: z.array(requestSchema).meta({ description: 'Newest first.' }),
    ...pageFields,
  })
  .meta({ id: 'BuyerRequestList' });

const day = (description: string) =>
  z
    .string()
    .transform((text, ctx) => {
      const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00.000Z`) : null;
      if (date && date.getTime() >= 0 && date.toISOString().startsWith(text)) return date;
      ctx.addIssue({ code: 'custom', message: 'must be a day such as 2026-01-31' });
      return z.NEVER;
    })
    .meta({ description, format: 'date', example: '2026-01-31' });

export const spendQuerySchema = z.object({
  from: day('First day, UTC. By default 29 days before the last one.').optional(),
  to: day('Last day, UTC, inclusive. By default today.').optional(),
});

const spendRowSchema = z
  .object({
    date: textField('Day, UTC.', '2026-01-31'),
    model_id: instrumentText
      .nullable()
      .meta({ description: 'Instrument; null for all but the ten of highest spend together.' }),
    spent: usd('Cost of requests, and price of contracts at their match'),
    refunded: usd('Refunds of contracts whose seller defaulted'),
    tokens: tokens('Bought'),
    trades: count('Number of trades.'),
  })
  .meta({ id: 'SpendRow' });

export const spendSchema = z
  .object({
    account_id: idOf('account'),
    currency: z.literal('USD').meta({ description: 'Currency of every amount.' }),
    from: textField('First day, UTC.', '2026-01-02'),
    to: textField('Last day, UTC.', '2026-01-31'),
    spent: usd('Sum of the period'),
    refunded: usd('Sum of the period'),
    rows: z
      .array(spendRowSchema)
      .meta({ description: 'By day, then by instrument; a day without trades has no row.' }),
  })
  .meta({ id: 'Spend' });

export type RequestQuery = z.output<typeof requestQuerySchema>;
export type SpendQuery = z.output<typeof spendQuerySchema>;
export type RequestBody = z.output<typeof requestSchema>;
export type RequestDetailsBody = z.output<typeof requestDetailsSchema>;
export type SpendBody = z.output<typeof spendSchema>;
