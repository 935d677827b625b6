/** The operator's searches of records: audit, reconciliation runs. */
import { z } from 'zod';
import { pageFields, pageQuerySchema } from '../cursor';
import { count, idOf, names, textField, timeField } from './answers';
import { shortText } from './fields';
import { readingFields } from './operator-answers';
import { moment } from './statements';

/** A period; its start is not after its end. */
export const periodFields = {
  from: moment('Start, inclusive.').optional(),
  to: moment('End, exclusive.').optional(),
};

export function isPeriod({ from, to }: { from?: Date | undefined; to?: Date | undefined }) {
  return !from || !to || from <= to;
}

export const PERIOD_ERROR = { path: ['to'], message: 'must not be before from' };

const actionFields = {
  action: shortText(100).optional().meta({
    description: "Only this `operationId` of the operator's description.",
    example: 'updateBook',
  }),
  target: shortText(200).optional().meta({
    description: 'Only this account, seller or instrument.',
    example: 'llama-3.3-70b',
  }),
};

export const auditQuerySchema = pageQuerySchema
  .extend({ ...actionFields, ...periodFields })
  .refine(isPeriod, PERIOD_ERROR);

const actionSchema = z
  .object({
    action_id: idOf('record'),
    action: textField('`operationId` of the request.', 'updateBook'),
    method: textField('Method of the request.', 'PATCH'),
    path: textField('Path of the request.', '/admin/v1/books/llama-3.3-70b'),
    target: textField('Account, seller or instrument of the path.', 'llama-3.3-70b').nullable(),
    reason: textField('Reason that was given.', 'Requested by the seller.').nullable(),
    details: z
      .record(z.string(), z.string())
      .meta({ description: 'Fields of the body, without credentials.' }),
    actor: textField("The operator's token, by its fingerprint.", 'token 3f9a1c2e'),
    address: textField('Address of the client.', '127.0.0.1').nullable(),
    request_id: textField('`x-request-id` of the request.'),
    outcome: z
      .enum(['done', 'refused', 'unknown'])
      .meta({ description: '`unknown` while it runs, or when the gateway ended during it.' }),
    status: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'HTTP status; null while unknown.', example: 200 }),
    code: textField('Code of the error; null if none.', 'not_found').nullable(),
    at: timeField('When it began'),
    ended_at: timeField('When it ended; null while unknown').nullable(),
  })
  .meta({ id: 'OperatorAction' });

export const actionListSchema = z
  .object({
    actions: z.array(actionSchema).meta({ description: 'Newest first.' }),
    names,
    ...pageFields,
  })
  .meta({ id: 'OperatorActionList' });

export const runQuerySchema = z.object({
  extent: z.enum(['recent', 'all']).default('recent').meta({
    description:
      '`recent`: records since the end of the newest closed day, open ones, closings, and the journals of two closed days chosen at random. `all`: every record; with years of records it takes long.',
  }),
});

export const runsQuerySchema = pageQuerySchema.extend({
  invariant: shortText(20)
    .optional()
    .meta({ description: 'Only the result of this invariant.', example: 'I3' }),
});

const runSchema = z
  .object({
    run_id: idOf('run'),
    as_of: timeField('Time of the check'),
    trigger: z
      .enum(['schedule', 'operator'])
      .meta({ description: 'Whether it ran by schedule or was asked for.' }),
    ...readingFields,
    violations: count('Violations of all invariants.', 0),
    unchecked: count('Invariants that could not be checked.', 0),
    invariants: z
      .array(
        z
          .object({
            id: textField('Id of the invariant.', 'I3'),
            status: z.enum(['ok', 'violated', 'error']).meta({ description: 'Result.' }),
            violations: count('Number of records that violate it.', 0),
            duration_ms: z
              .number()
              .meta({ description: 'Duration of the check in milliseconds.', example: 12 }),
          })
          .meta({ id: 'InvariantResult' }),
      )
      .meta({ description: 'One row per invariant, or the one of the query.' }),
  })
  .meta({ id: 'ReconciliationRun' });

export const runListSchema = z
  .object({
    runs: z.array(runSchema).meta({ description: 'Newest first; the newest 1,000 are kept.' }),
    ...pageFields,
  })
  .meta({ id: 'ReconciliationRunList' });
