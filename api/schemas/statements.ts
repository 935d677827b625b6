/** Statements of accounts and sellers, and the periods that they cover. */
import { z } from 'zod';
import { parseRfc3339 } from '../../domain/timestamps';
import { JOURNAL_KINDS } from '../../records/documents/journal';
import { pageFields, pageQuerySchema } from '../cursor';
import { idOf, textField, timeField, usd } from './answers';

export const STATEMENT_FORMATS = ['json', 'csv', 'jsonl'] as const;

/** A time in a query. */
export const moment = (description: string) =>
  z
    .string()
    .transform((text, ctx) => {
      const parsed = parseRfc3339(text);
      if (parsed) return parsed;
      ctx.addIssue({ code: 'custom', message: 'must be a timestamp of RFC 3339' });
      return z.NEVER;
    })
    .meta({ description, format: 'date-time', example: '2026-01-31T12:00:00Z' });

/** A statement of an account or of a seller. Its cursors are long: they contain a reference. */
export const statementQuerySchema = pageQuerySchema
  .extend({
    cursor: z.string().max(4_000).optional().meta({ description: 'Cursor of the previous page.' }),
    from: moment('Start, inclusive.').optional(),
    to: moment('End, exclusive.').optional(),
    sort: z.enum(['newest', 'oldest']).default('oldest').meta({
      description: 'Which line comes first, on every page. A file is always oldest first.',
    }),
    format: z
      .enum(STATEMENT_FORMATS)
      .optional()
      .meta({ description: 'Takes precedence over the `Accept` header.' }),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'must not be before from',
  });

const statementLineSchema = z
  .object({
    journal_id: textField('Id of the journal: its business key.'),
    kind: z.enum(JOURNAL_KINDS).meta({ description: 'Kind of the journal.' }),
    amount: usd('Signed change of the balance'),
    balance: usd('Balance after this line'),
    reference: textField("The operator's reference of a deposit or payout.").nullable(),
    order_id: textField('Order of the journal.').nullable(),
    fill_id: textField('Fill of the journal.').nullable(),
    contract_id: textField('Contract of the journal.').nullable(),
    lot_id: textField('Lot of the journal.').nullable(),
    reason: textField('Reason of a correction.').nullable(),
    created_at: timeField('When it was posted'),
  })
  .meta({ id: 'StatementLine' });

const statementFields = {
  currency: z.literal('USD').meta({ description: 'Currency of every amount.' }),
  from: timeField('Start, inclusive; null for the beginning').nullable(),
  to: timeField('End, exclusive; null for the time of the first page').nullable(),
  as_of: timeField('Time of the snapshot that all pages read'),
  opening_balance: usd('Balance before the first line'),
  closing_balance: usd('Balance after the last line of the last page'),
  lines: z.array(statementLineSchema).meta({ description: 'In the order of `sort`.' }),
  ...pageFields,
};

export const accountStatementSchema = z
  .object({ account_id: idOf('account'), ...statementFields })
  .meta({ id: 'AccountStatement' });

export const sellerStatementSchema = z
  .object({ seller_id: idOf('seller'), ...statementFields })
  .meta({ id: 'SellerStatement' });

export type StatementQuery = z.output<typeof statementQuerySchema>;
