/** Bodies of the operator's surface (ACCESS-5). */
import { z } from 'zod';
import { pageQuerySchema } from '../cursor';
import { amount, pricePerThousand, shortText } from './fields';

const NAME_LENGTH_MAX = 200;
const REASON_LENGTH_MAX = 500;
/** Per request of the web UI. */
export const PAYLOADS_MAX = 1_000;

export const quota = z.strictObject({
  limit: z
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .meta({ description: 'Requests per window.', example: 600 }),
  window_seconds: z
    .number()
    .int()
    .min(1)
    .max(86_400)
    .meta({ description: 'Length of the window in seconds.', example: 60 }),
});

const owner = shortText(NAME_LENGTH_MAX)
  .nullish()
  .meta({ description: 'Owner, for self-trade prevention.', example: 'house' });
const accountName = shortText(NAME_LENGTH_MAX).meta({
  description: 'Name of the account.',
  example: 'Ada',
});
const reference = shortText(NAME_LENGTH_MAX).meta({
  description: 'Idempotency reference chosen by the operator.',
  example: 'wire 1',
});
const reasonField = shortText(REASON_LENGTH_MAX).meta({
  description: 'Reason, which is recorded.',
});
const priceCeiling = pricePerThousand('price_ceiling').nullish();

export const createAccountSchema = z.strictObject({
  name: accountName,
  owner,
  price_ceiling: priceCeiling,
});

/** Null removes an owner or a ceiling. */
export const updateAccountSchema = z.strictObject({
  name: accountName.optional(),
  owner,
  price_ceiling: priceCeiling,
});

/** A deposit or a payout: once per reference. */
export const transferSchema = z.strictObject({ amount, reference });

/** A correcting journal: once per reference, in one of the two directions. */
export const correctionSchema = z
  .strictObject({
    credit: amount.optional(),
    debit: amount.optional(),
    reference,
    reason: reasonField,
  })
  .refine(({ credit, debit }) => (credit === undefined) !== (debit === undefined), {
    path: ['credit'],
    message: 'this or debit is required, and not both',
  });

/** Null removes an owner or a quota. */
export const updateSellerSchema = z
  .strictObject({
    standing: z
      .enum(['Active', 'Probation', 'Suspended', 'Banned'])
      .optional()
      .meta({ description: 'A change requires a reason.' }),
    reason: reasonField.optional(),
    owner,
    quotas: z
      .strictObject({
        asks: quota.nullish().meta({ description: 'Requests for asks.' }),
        capacity: quota.nullish().meta({ description: 'Reports of capacity.' }),
      })
      .optional()
      .meta({ description: 'Quotas that replace the defaults.' }),
  })
  .refine(({ standing, reason }) => standing === undefined || reason !== undefined, {
    path: ['reason'],
    message: 'is required with a standing',
  });

export const voidLotSchema = z.strictObject({
  reason: reasonField,
  default: z.boolean().nullish().meta({
    description: 'Whether it stands as a default on the record of the seller; false if omitted.',
  }),
});

const haltFields = {
  halted: z.boolean().meta({ description: 'True halts, false resumes.' }),
  reason: reasonField.optional(),
};

/** A halt requires a reason; for a resumption it is optional. */
const REASON_OF_A_HALT = { path: ['reason'], message: 'is required with a halt' };
const hasReason = ({ halted, reason }: { halted: boolean; reason?: string | undefined }) =>
  !halted || reason !== undefined;

const tenorOfBook = z
  .string()
  .optional()
  .meta({ description: 'Delivery window of the book; `spot` by default.', example: 'spot' });

export const updateBookSchema = z
  .strictObject({ tenor: tenorOfBook, ...haltFields })
  .refine(hasReason, REASON_OF_A_HALT);

export const rebuildBookSchema = z.strictObject({
  tenor: tenorOfBook,
  reason: reasonField.optional(),
});

/** Of every book of an instrument, or of all. */
export const updateBooksSchema = z.strictObject(haltFields).refine(hasReason, REASON_OF_A_HALT);

/** Payloads in Temporal's JSON format: payloads of other origins are returned unchanged. */
export const decodeSchema = z.object({
  payloads: z
    .array(z.unknown())
    .max(PAYLOADS_MAX)
    .meta({ description: "Payloads in Temporal's JSON format." }),
});

/** A list of accounts or sellers. */
export const namedQuerySchema = pageQuerySchema.extend({
  q: shortText(NAME_LENGTH_MAX)
    .optional()
    .meta({ description: 'A part of the name in any case, or an id.', example: 'ada' }),
});

export type QuotaBody = z.output<typeof quota>;
export type UpdateAccount = z.output<typeof updateAccountSchema>;
export type UpdateSeller = z.output<typeof updateSellerSchema>;
