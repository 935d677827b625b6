/** What the operator reads by hour or day: refusals, money. */
import { z } from 'zod';
import { pageFields, pageSize } from '../cursor';
import { count, textField, timeField, usd } from './answers';

/** The newest ones, if there are more. */
export const REFUSAL_ROWS_MAX = 10_000;

const DAYS_MAX = 30;

export const refusalQuerySchema = z.object({
  days: pageSize(DAYS_MAX, 1).meta({
    description: 'Days until now; up to two are counted by hour.',
  }),
});

const refusalCountSchema = z
  .object({
    at: timeField('Start of the hour or the UTC day'),
    surface: textField('Surface of the refused requests.', 'buyer'),
    code: textField('Code of the error.', 'no_match'),
    count: count('Refused requests.', 12),
  })
  .meta({ id: 'RefusalCount' });

export const refusalListSchema = z
  .object({
    since: timeField('Start of the first hour or day'),
    by: z.enum(['hour', 'day']).meta({ description: 'What each row counts.' }),
    refusals: z
      .array(refusalCountSchema)
      .meta({ description: `Newest first; at most ${REFUSAL_ROWS_MAX} rows.` }),
  })
  .meta({ id: 'RefusalCounts' });

const dayMoneySchema = z
  .object({
    day: textField('UTC day.', '2026-01-31'),
    volume: usd('What buyers paid for tokens: in chats, and for capacity ahead'),
    charged: usd('Of it, for chats'),
    sold_ahead: usd('Of it, for lots, when they were bought'),
    fees: usd('Fees of the exchange'),
    earned: usd('What sellers earned, after the fees'),
    refunds: usd('Refunded to buyers of lots'),
    held: usd('Reserved for chats and orders, whatever became of it'),
    deposits: usd('Deposited by buyers'),
    payouts: usd('Paid out to sellers'),
    corrections: usd('Corrections in favour of buyers, minus those against them'),
  })
  .meta({ id: 'DayMoney' });

export const dayMoneyListSchema = z
  .object({
    days: z.array(dayMoneySchema).meta({ description: 'Closed days, newest first.' }),
    ...pageFields,
  })
  .meta({ id: 'DayMoneyList' });
