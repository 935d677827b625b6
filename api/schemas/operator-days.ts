/** What the operator reads by hour or day: refusals. */
import { z } from 'zod';
import { pageSize } from '../cursor';
import { count, textField, timeField } from './answers';

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
