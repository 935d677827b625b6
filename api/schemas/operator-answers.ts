/** Answers of the operator's surface about accounts, books, judging and reconciliation. */
import { z } from 'zod';
import { TENORS } from '../../domain/tenors';
import { pageFields } from '../cursor';
import { timeField, count, idOf, instrumentText, textField, usdPerThousand } from './answers';
import { keySchema } from './keys';
import { accountSummarySchema } from './market';

const owner = textField('Owner, for self-trade prevention.', 'house').nullable();

const accountFields = {
  account_id: idOf('account'),
  name: textField('Name of the account.', 'Ada'),
  owner,
  price_ceiling: usdPerThousand('Default `max_price` of its chats; null if none').nullable(),
  created_at: timeField('When it was opened'),
  updated_at: timeField('When it was last changed'),
};

export const accountSchema = z.object(accountFields).meta({ id: 'Account' });

export const accountListSchema = z
  .object({
    accounts: z.array(accountSchema).meta({ description: 'Newest first.' }),
    ...pageFields,
  })
  .meta({ id: 'AccountList' });

export const accountDetailsSchema = z
  .object({
    ...accountSummarySchema.shape,
    ...accountFields,
    updated_at: timeField('When the account or its balance was last changed'),
    keys: z.array(keySchema).meta({ description: 'Keys of the account, including revoked ones.' }),
  })
  .meta({ id: 'AccountDetails' });

export const bookSchema = z
  .object({
    model_id: instrumentText,
    tenor: z.enum(TENORS).meta({ description: 'Delivery window of the book.' }),
    status: z
      .enum(['open', 'halted'])
      .meta({ description: 'A halted book matches no orders but accepts cancellations.' }),
    reason: textField('Reason of the halt; null while it is open.').nullable(),
    halted_at: timeField('When it was halted; null while it is open').nullable(),
    halted_by: textField('Who halted it; null while it is open.', 'token 3f9a1c2e').nullable(),
    epoch: count('Number of rebuilds of the book.', 3),
  })
  .meta({ id: 'Book' });

export const bookListSchema = z
  .object({ books: z.array(bookSchema).meta({ description: 'Books, by name.' }) })
  .meta({ id: 'BookList' });

const pauseSchema = z
  .object({
    started_at: timeField('Start of the pause'),
    ends_at: timeField('End of the pause, unless other sellers begin to fail'),
    failing_sellers: count('Number of unrelated sellers that began to fail at the same time.', 4),
    asked_sellers: count('Number of sellers that had answered in the minute before.', 9),
    seller_ids: z
      .array(idOf('seller'))
      .meta({ description: 'Sellers that began to fail, at most 20.' }),
  })
  .meta({ id: 'JudgingPause' });

export const judgingSchema = z
  .object({
    status: z
      .enum(['active', 'paused'])
      .meta({ description: '`paused` when unrelated sellers began to fail at the same time.' }),
    pause: pauseSchema.nullable().meta({ description: 'The current pause; null if none.' }),
    pauses: z.array(pauseSchema).meta({ description: 'The newest 20, newest first.' }),
  })
  .meta({ id: 'Judging' });

const invariantSchema = z
  .object({
    id: textField('Id of the invariant.'),
    name: textField('The invariant in one sentence.'),
    status: z
      .enum(['ok', 'violated', 'error'])
      .meta({ description: '`error`: it could not be checked.' }),
    violations: count('Number of records that violate it.', 0),
    samples: z.array(z.string()).meta({ description: 'Ids of some violating records.' }),
    samples_of: textField('Kind of record of the samples.', 'fill'),
    error: textField('Why it could not be checked.').nullable(),
    last_run_at: timeField('When it was last checked; null before the first run').nullable(),
    duration_ms: z
      .number()
      .meta({ description: 'Duration of the check in milliseconds.', example: 12 }),
  })
  .meta({ id: 'Invariant' });

/** How much a check read; also of a row in the history. */
export const readingFields = {
  extent: z
    .enum(['recent', 'all'])
    .meta({ description: 'What it read; null for checks of an earlier release.' })
    .nullable(),
  duration_ms: count('Duration of the whole check in milliseconds; null as above.', 480).nullable(),
  journals: count('Journals of the ledger, when all were read; otherwise null.', 51_200).nullable(),
};

export const reconciliationSchema = z
  .object({
    as_of: timeField('Time of the latest check; null before the first').nullable(),
    ...readingFields,
    violations: count('Violations of all invariants.', 0),
    unchecked: count('Invariants that could not be checked.', 0),
    invariants: z.array(invariantSchema).meta({ description: 'One row per invariant.' }),
  })
  .meta({ id: 'Reconciliation' });

const fullCheckSchema = z
  .object({
    as_of: timeField('Time of the check'),
    duration_ms: readingFields.duration_ms,
    journals: readingFields.journals,
    violations: count('Violations of all invariants.', 0),
    unchecked: count('Invariants that could not be checked.', 0),
  })
  .meta({ id: 'FullCheck' });

export const reconciliationStatusSchema = reconciliationSchema
  .extend({
    full: fullCheckSchema
      .nullable()
      .meta({ description: 'The latest check of all records; null before the first.' }),
  })
  .meta({ id: 'ReconciliationStatus' });

export const livenessSchema = z
  .object({ status: z.literal('ok').meta({ description: 'The process runs.' }) })
  .meta({ id: 'Liveness' });

export const readinessSchema = z
  .object({
    status: z.enum(['ready', 'not ready']).meta({ description: 'Readiness of all parts.' }),
    checks: z
      .record(z.string(), z.string())
      .meta({ description: '`ok` or the error, by name of the part.' }),
    warnings: z
      .array(z.string())
      .meta({ description: 'What should be repaired, as a paused schedule; requests are served.' }),
  })
  .meta({ id: 'Readiness' });

export const decodedSchema = z
  .object({
    payloads: z.array(z.unknown()).meta({
      description:
        'In order of the input. A payload that cannot be decrypted is returned unchanged.',
    }),
  })
  .meta({ id: 'DecodedPayloads' });
