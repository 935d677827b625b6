/** The operator's view of sellers. */
import { z } from 'zod';
import { LOT_STATUSES } from '../../domain/lots';
import { STANDINGS } from '../../domain/standing';
import { SELLER_CHANGE_KINDS } from '../../records/documents/seller-change';
import { pageFields } from '../cursor';
import { timeField, count, idOf, instrumentText, names, textField, tokens, usd } from './answers';
import { lotSchema } from './operator-orders';
import { capacityReportsField, endpointVerified } from './sellers';

const standing = z
  .enum(STANDINGS)
  .meta({ description: 'A suspended or banned seller cannot offer capacity.' });

const sellerFields = {
  seller_id: idOf('seller'),
  name: textField('Name of the seller.', 'North'),
  endpoint_url: textField(
    'Endpoint of the seller, which identifies it.',
    'https://inference.example.com/v1',
  ),
  endpoint_verified: endpointVerified,
  supported_models: z.array(z.string()).meta({ description: 'Instrument strings.' }),
  regions: z.array(z.string()).meta({ description: 'Regions of the endpoint.' }),
  standing,
  suspended_until: timeField('End of an automatic suspension; null otherwise').nullable(),
  owner: textField('Owner, for self-trade prevention.', 'house').nullable(),
  registered_at: timeField('When it registered'),
  updated_at: timeField('When it was last changed'),
};

export const operatorSellerListSchema = z
  .object({
    sellers: z
      .array(z.object(sellerFields).meta({ id: 'SellerSummary' }))
      .meta({ description: 'Newest first.' }),
    ...pageFields,
  })
  .meta({ id: 'SellerList' });

export const sellerRefundsSchema = z
  .object({
    refunds: z
      .array(
        z
          .object({
            lot_id: idOf('lot'),
            contract_id: idOf('contract'),
            order_id: idOf('order that bought the lot'),
            account_id: idOf('account of the buyer'),
            model_id: instrumentText,
            status: z.enum(LOT_STATUSES).meta({ description: 'State of the lot.' }),
            quantity: tokens('Purchased quantity'),
            refunded_tokens: tokens('Refunded quantity'),
            amount: usd('Refunded to the buyer'),
            reason: textField(
              'Why the lot ended; null if only requests that ended after it were refunded.',
              'The seller failed a request in all its attempts.',
            ).nullable(),
            closed_at: timeField('End of the lot'),
          })
          .meta({ id: 'SellerRefund' }),
      )
      .meta({ description: 'One row per lot, the last to end first.' }),
    names,
    ...pageFields,
  })
  .meta({ id: 'SellerRefundList' });

const quota = z
  .object({
    limit: count('Requests in a window.', 100),
    window_seconds: count('Length of the window in seconds.', 60),
  })
  .meta({ id: 'Quota' })
  .nullable()
  .meta({ description: 'Quota of this seller; null for the default.' });

const changeFields = {
  reason: textField('Reason of the change.'),
  actor: textField('`seller`, `operator`, or the rule that made the change.', 'operator'),
};

export const sellerDetailsSchema = z
  .object({
    ...sellerFields,
    quotas: z
      .object({
        asks: quota,
        capacity: quota.meta({
          description: 'Quota of capacity reports of this seller; null for the default.',
        }),
      })
      .meta({ description: 'Requests for asks and for capacity reports.' }),
    payable: usd('Amount owed to the seller'),
    obligations: z
      .object({
        tokens: tokens('Quantity of its lots that can be drawn'),
        lots: count('Lots that it sold whose window has not ended.'),
        reserved_tokens: tokens('Quantity reserved by requests under way, with or without a lot'),
        contracts: count('Contracts that these lots belong to.'),
        buyers: count('Accounts that bought these lots.'),
        escrow: usd('What buyers paid for these lots that nobody has earned yet'),
      })
      .meta({
        description: 'Delivery obligations, which a suspension or a ban leaves as they are.',
      }),
    capacity_reports: capacityReportsField,
    open_lots: z.array(lotSchema).meta({ description: 'The 100 oldest open lots that it owes.' }),
    health: z
      .object({
        status: z
          .enum(['answering', 'failing'])
          .meta({ description: 'Result of the latest health check.' }),
        http_status: z
          .number()
          .int()
          .nullable()
          .meta({ description: 'HTTP status of the answer; null without an answer.' }),
        latency_ms: z.number().meta({ description: 'Duration in milliseconds.', example: 120 }),
        detail: textField('Error of the health check.').nullable(),
        checked_at: timeField('Time of the health check'),
      })
      .meta({ id: 'EndpointHealth' })
      .nullable()
      .meta({ description: 'Null before the first health check.' }),
    standing_history: z
      .array(
        z
          .object({
            standing: standing.nullable(),
            ...changeFields,
            causes: z
              .array(z.string())
              .meta({ description: 'The fills or the request that caused it.' }),
            at: timeField('Time of the change'),
          })
          .meta({ id: 'StandingChange' }),
      )
      .meta({ description: 'The newest 100, oldest first.' }),
    changes: z
      .array(
        z
          .object({
            kind: z.enum(SELLER_CHANGE_KINDS).meta({ description: 'What changed.' }),
            ...changeFields,
            at: timeField('Time of the change'),
          })
          .meta({ id: 'SellerChange' }),
      )
      .meta({ description: 'The newest 100, oldest first.' }),
  })
  .meta({ id: 'SellerDetails' });
