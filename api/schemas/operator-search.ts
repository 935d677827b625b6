/** The operator's search of orders and journals, and the overview. */
import { z } from 'zod';
import {
  instrumentText,
  count,
  idOf,
  names,
  textField,
  timeField,
  tokens,
  usdPerThousand,
} from './answers';
import { pageFields, pageQuerySchema } from '../cursor';
import { AGES, RECENT_MS } from '../../records/queries/count-orders';
import { ORDER_KINDS, ORDER_STATUSES } from '../../records/queries/find-orders';
import { JOURNAL_KINDS } from '../../records/documents/journal';
import { FOUND_KINDS, FOUND_MAX } from '../../records/queries/search-everything';
import { REQUEST_ID, amount, instrument, shortText, uuid } from './fields';
import { bookSchema } from './operator-answers';
import { journalFields } from './operator-orders';
import { PERIOD_ERROR, isPeriod, periodFields } from './operator-records';

const AGE_SECONDS_MAX = 10 * 365 * 86_400;

const seconds = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number of seconds')
  .transform((text) => Number.parseInt(text, 10))
  .pipe(z.number().int().min(0).max(AGE_SECONDS_MAX));

const described = { type: 'integer', minimum: 0, maximum: AGE_SECONDS_MAX } as const;

export const orderQuerySchema = pageQuerySchema.extend({
  status: z.enum(ORDER_STATUSES).optional().meta({ description: 'Only orders in this state.' }),
  kind: z
    .enum(ORDER_KINDS)
    .optional()
    .meta({ description: '`chat` for chat completions, `capacity` for contract orders.' }),
  older_than: seconds.optional().meta({
    ...({ description: 'Only orders older than this many seconds.', ...described } as object),
  }),
  account_id: uuid.optional().meta({ description: 'Only orders of this account.' }),
  seller_id: uuid.optional().meta({
    description: 'Only orders with a fill of this seller, in the order of those fills.',
  }),
  model_id: instrument('model_id').optional().meta({ description: 'Only this instrument.' }),
  request_id: z.string().regex(REQUEST_ID).optional().meta({
    description:
      'Only orders of the request with this `x-request-id`. Ids that the exchange made hold their time and are found at once; others are searched from the newest order on.',
  }),
  sort: z
    .enum(['newest', 'oldest'])
    .default('newest')
    .meta({ description: 'What comes first, by the time of creation.' }),
});

const orderRowSchema = z
  .object({
    order_id: idOf('order'),
    kind: z.enum(ORDER_KINDS).meta({ description: 'A chat completion, or a contract order.' }),
    status: z.enum(ORDER_STATUSES).meta({ description: 'State of the order.' }),
    account_id: idOf('account'),
    model_id: instrumentText,
    region: textField('Required region; null for any.').nullable(),
    limit_price: usdPerThousand('Limit price'),
    quantity: tokens('Maximum quantity'),
    reason: textField('Why it ended without a fill; null otherwise.').nullable(),
    request_id: textField('`x-request-id` of the request.'),
    workflow_id: textField('Workflow of the order; null if none.').nullable(),
    workflow_url: textField("The workflow's history in Temporal's web UI.").nullable(),
    created_at: timeField('When it was received'),
    updated_at: timeField('When it last changed'),
  })
  .meta({ id: 'OrderRow' });

export const orderRowsSchema = z
  .object({
    orders: z.array(orderRowSchema).meta({ description: 'In the requested sorting.' }),
    names,
    ...pageFields,
  })
  .meta({ id: 'OrderRows' });

export const searchQuerySchema = z.object({
  q: shortText(200).meta({
    description:
      'The beginning of a name, of a label of a key, or of an instrument string, in any case; an id or its first eight digits or more; or an `x-request-id`.',
    example: 'ada',
  }),
});

const foundSchema = z
  .object({
    kind: z
      .enum(FOUND_KINDS)
      .meta({ description: 'What it is; an order is a chat or a contract order.' }),
    id: textField('Its id; the instrument string of an instrument.', 'llama-3.3-70b'),
    title: textField(
      'Name of an account or a seller, label of a key, instrument of the others; null without.',
      'Ada',
    ).nullable(),
    status: textField('State or standing; null if it has none.', 'open').nullable(),
    account_id: idOf('account that it belongs to').nullable(),
    seller_id: idOf('seller that it belongs to').nullable(),
  })
  .meta({ id: 'FoundRecord' });

export const foundListSchema = z
  .object({
    found: z.array(foundSchema).meta({ description: `At most ${FOUND_MAX} of each kind and way.` }),
    names,
  })
  .meta({ id: 'FoundRecords' });

const ACCOUNT_PATTERN =
  /^(?:(?:buyer|seller):[0-9a-f-]{36}|platform:(?:cash|fees|clearing|escrow|corrections))$/;

export const journalQuerySchema = pageQuerySchema
  .extend({
    account: z
      .string()
      .regex(ACCOUNT_PATTERN, 'must be buyer:<id>, seller:<id> or an account of the platform')
      .optional()
      .meta({
        description: 'Only journals of this account of the ledger.',
        pattern: ACCOUNT_PATTERN.source,
        example: 'platform:fees',
      }),
    order_id: uuid.optional().meta({ description: 'Only journals of this order.' }),
    kind: z.enum(JOURNAL_KINDS).optional().meta({ description: 'Only this kind.' }),
    ...periodFields,
    amount_min: amount.optional().meta({ description: 'A line has at least this amount, in USD.' }),
    amount_max: amount.optional().meta({ description: 'A line has at most this amount, in USD.' }),
  })
  .refine(isPeriod, PERIOD_ERROR)
  .refine(({ amount_min: min, amount_max: max }) => !min || !max || min <= max, {
    path: ['amount_max'],
    message: 'must not be below amount_min',
  });

const ledgerJournalSchema = z
  .object({
    ...journalFields,
    account_id: idOf('account').nullable(),
    seller_id: idOf('seller').nullable(),
    order_id: idOf('order').nullable(),
    fill_id: idOf('fill').nullable(),
    reference: textField("The operator's reference, or the lot.", 'wire 1').nullable(),
  })
  .meta({ id: 'LedgerJournal' });

export const journalListSchema = z
  .object({
    journals: z.array(ledgerJournalSchema).meta({ description: 'Newest first.' }),
    names,
    ...pageFields,
  })
  .meta({ id: 'LedgerJournalList' });

const countsSchema = z
  .object({
    kind: z.enum(ORDER_KINDS).meta({ description: 'A chat completion, or a contract order.' }),
    open_by_age: z
      .array(
        z
          .object({
            age: z
              .enum(AGES.map(({ age }) => age))
              .meta({ description: 'Time since it was received.' }),
            count: count('Open orders of this age.'),
          })
          .meta({ id: 'OpenOrders' }),
      )
      .meta({ description: 'Open orders, youngest first.' }),
    oldest_open_at: timeField('When the oldest open order was received').nullable(),
    recent: z
      .array(
        z
          .object({
            status: z.enum(ORDER_STATUSES).meta({ description: 'State of the orders.' }),
            count: count('Orders in this state, counted up to 100,000.'),
          })
          .meta({ id: 'RecentOrders' }),
      )
      .meta({ description: `Orders of the last ${RECENT_MS / 60_000} minutes, by state.` }),
  })
  .meta({ id: 'OrderCounts' });

export const overviewSchema = z
  .object({
    as_of: timeField('Time of the answer'),
    ready: z.boolean().meta({ description: 'Whether this gateway is ready.' }),
    checks: z
      .record(z.string(), z.string())
      .meta({ description: '`ok` or the error, by name of the part.' }),
    warnings: z
      .array(z.string())
      .meta({ description: 'What should be repaired, as a paused schedule; requests are served.' }),
    orders: z.array(countsSchema).meta({ description: 'Orders by kind, state and age.' }),
    gateways: z
      .array(
        z
          .object({
            gateway_id: textField('Id of the process.'),
            unrecorded_since: timeField(
              'Since when orders of it wait for their workflow; null if none does',
            ).nullable(),
          })
          .meta({ id: 'GatewayState' }),
      )
      .meta({ description: 'Gateways that run, or have orders left behind.' }),
    books: count('Number of books.', 12),
    halts: z.array(bookSchema).meta({ description: 'Halted books.' }),
    judging: z
      .enum(['active', 'paused'])
      .meta({ description: '`paused` while unrelated sellers fail at the same time.' }),
    reconciliation: z
      .object({
        as_of: timeField('Time of the latest check; null before the first').nullable(),
        violations: count('Violations of all invariants.', 0),
        unchecked: count('Invariants that could not be checked.', 0),
      })
      .meta({ id: 'ReconciliationState' }),
    maintenance: z
      .object({
        last_run_at: timeField('End of its newest run; null before the first').nullable(),
        workflows_missing: count(
          'Orders, lots and sellers that lacked their workflow when they were last checked.',
          0,
        ),
        workflows_failing: count(
          'Workflows whose tasks failed again and again at its newest run; null when Temporal does not say.',
          0,
        ).nullable(),
        lots_overdue: count('Lots that are open two minutes after their window.', 0),
      })
      .meta({ id: 'MaintenanceState', description: 'The maintenance that runs every 30 seconds.' }),
    workflow_views: z
      .array(
        z
          .object({
            title: textField('What it shows.', 'Defaults'),
            query: textField('The search.', 'Outcome IN ("defaulted", "seller_default")'),
            url: textField('The list in the Temporal web UI.'),
          })
          .meta({ id: 'WorkflowView' }),
      )
      .meta({ description: 'Lists of workflows that operators open most.' }),
  })
  .meta({ id: 'Overview' });
