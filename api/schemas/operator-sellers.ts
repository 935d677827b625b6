/** The operator's view of sellers. */
import { z } from 'zod';
import { STANDINGS } from '../../domain/standing';
import { SELLER_CHANGE_KINDS } from '../../records/seller-change';
import { pageFields } from '../cursor';
import { timeField, count, idOf, textField, tokens, usd } from './answers';

const standing = z
  .enum(STANDINGS)
  .meta({ description: 'A suspended or banned seller offers nothing.' });

const sellerFields = {
  seller_id: idOf('seller'),
  name: textField('Name of the seller.', 'North'),
  endpoint_url: textField('Where it serves; identifies it.', 'https://inference.example.com/v1'),
  supported_models: z.array(z.string()).meta({ description: 'Instrument strings.' }),
  regions: z.array(z.string()).meta({ description: 'Where it serves.' }),
  standing,
  suspended_until: timeField("When the rule's suspension ends; null otherwise").nullable(),
  owner: textField('Who owns it; owners never trade with themselves.', 'house').nullable(),
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

const quota = z
  .object({
    limit: count('Requests in a window.', 100),
    window_seconds: count('Length of the window in seconds.', 60),
  })
  .meta({ id: 'Quota' })
  .nullable()
  .meta({ description: 'Its own quota; null where the default applies.' });

const changeFields = {
  reason: textField('Why.'),
  actor: textField('`seller`, `operator`, or the rule that did it.', 'operator'),
};

export const sellerDetailsSchema = z
  .object({
    ...sellerFields,
    quotas: z
      .object({
        asks: quota,
        capacity: quota.meta({
          description: 'Its own quota of capacity reports; null where the default applies.',
        }),
      })
      .meta({ description: 'Requests for asks and for capacity reports.' }),
    payable: usd('What it is owed'),
    obligations: z
      .object({
        tokens: tokens('Still to be delivered'),
        lots: count('Open lots that it sold.'),
      })
      .meta({ description: 'What it owes.' }),
    health: z
      .object({
        status: z
          .enum(['answering', 'failing'])
          .meta({ description: 'Of the newest look at its endpoint.' }),
        http_status: z
          .number()
          .int()
          .nullable()
          .meta({ description: 'Status that it answered with; null without an answer.' }),
        latency_ms: z
          .number()
          .meta({ description: 'How long it took, in milliseconds.', example: 120 }),
        detail: textField('What went wrong.').nullable(),
        checked_at: timeField('When it was looked at'),
      })
      .meta({ id: 'EndpointHealth' })
      .nullable()
      .meta({ description: 'Null before the first look.' }),
    standing_history: z
      .array(
        z
          .object({
            standing: standing.nullable(),
            ...changeFields,
            causes: z
              .array(z.string())
              .meta({ description: 'Fills that caused it, or the request that asked for it.' }),
            at: timeField('When it changed'),
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
            at: timeField('When it changed'),
          })
          .meta({ id: 'SellerChange' }),
      )
      .meta({ description: 'The newest 100, oldest first.' }),
  })
  .meta({ id: 'SellerDetails' });
