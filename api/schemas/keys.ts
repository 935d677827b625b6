/** Bodies of buyers' keys: the same for the holder of an account and for the operator. */
import { z } from 'zod';
import { KEY_KINDS, LIMIT_RESETS } from '../../domain/buyer-keys';
import { REGIONS, REGION_RULES } from '../../domain/regions';
import { pageFields } from '../cursor';
import { idOf, instrumentText, textField, timeField, usd, usdPerThousand } from './answers';
import { moment } from './contracts';
import { amount, instrument, pricePerThousand, shortText } from './fields';
import { quota } from './operator';

const LABEL_LENGTH_MAX = 200;
const MODELS_MAX = 100;

export const GRACE_SECONDS_DEFAULT = 86_400;
const GRACE_SECONDS_MAX = 7 * 86_400;

const PINS = REGIONS.filter((region) => REGION_RULES[region].isPin);
const pin = z.enum(PINS);

const kind = z.enum(KEY_KINDS).meta({
  description:
    '`inference`: sends requests. `manage`: issues and changes the keys of its account, and buys nothing.',
});

const limitReset = z.enum(LIMIT_RESETS).meta({
  description:
    'When what counts against the limit begins at zero again: at midnight UTC, of each day, Monday or first of a month. Null: never.',
});

/** A change leaves out what stays, and null removes a bound. */
const changeable = {
  label: shortText(LABEL_LENGTH_MAX)
    .nullish()
    .meta({ description: 'Label of the key.', example: 'production' }),
  limit: amount.nullish().meta({
    description: 'What it may spend at most, in USD: a decimal string with at most 8 decimals.',
    example: '25.00',
  }),
  limit_reset: limitReset.nullish(),
  models: z
    .array(instrument('models'))
    .min(1)
    .max(MODELS_MAX)
    .nullish()
    .meta({ description: 'The only instruments that it may ask for.', example: ['llama-3.3-70b'] }),
  regions: z.array(pin).min(1).max(PINS.length).nullish().meta({
    description:
      'The only regions that it may ask for. With one region, each request is pinned to it.',
  }),
  max_price: pricePerThousand('max_price').nullish(),
  expires_at: moment.nullish(),
  quotas: z
    .strictObject({ chat: quota.optional().meta({ description: 'Chat requests of the key.' }) })
    .nullish()
    .meta({ description: 'Quotas that replace the defaults.' }),
};

export const createKeySchema = z
  .strictObject({ kind: kind.optional(), ...changeable })
  .meta({ id: 'CreateKey' });

export const changeKeySchema = z
  .strictObject(changeable)
  .refine((change) => Object.keys(change).length > 0, 'must change something')
  .meta({ id: 'ChangeKey', example: { label: 'staging' } });

export const rotateKeySchema = z
  .strictObject({
    grace_seconds: z
      .number()
      .int()
      .min(0)
      .max(GRACE_SECONDS_MAX)
      .optional()
      .meta({
        description: `Seconds for which the earlier text works too; without it a day (${GRACE_SECONDS_DEFAULT}). 0 ends it at once.`,
        example: 3600,
      }),
  })
  .meta({ id: 'RotateKey' });

export type CreateKey = z.output<typeof createKeySchema>;
export type RotateKey = z.output<typeof rotateKeySchema>;
export type ChangeKey = z.output<typeof changeKeySchema>;

const keyFields = {
  key_id: idOf('key'),
  label: textField('Given when it was issued.', 'production').nullable(),
  kind,
  limit: usd('What it may spend at most; null for no limit').nullable(),
  limit_remaining: usd(
    'What is left now: the limit without what it used in the period and what its requests hold; null for no limit',
  ).nullable(),
  limit_reset: limitReset.nullable(),
  usage: usd('What its chat requests cost; of an older key, since the upgrade'),
  models: z
    .array(instrumentText)
    .nullable()
    .meta({ description: 'The only instruments that it may ask for; null for any.' }),
  regions: z
    .array(pin)
    .nullable()
    .meta({ description: 'The only regions that it may ask for; null for any.' }),
  max_price: usdPerThousand('Its highest price; null for none').nullable(),
  expires_at: timeField('When it expires; null if it does not').nullable(),
  previous_expires_at: timeField(
    'Until when its text from before a rotation works too; null if there is none',
  ).nullable(),
  created_at: timeField('When it was issued'),
  revoked_at: timeField('When it was revoked; null while it is valid').nullable(),
};

export const keySchema = z.object(keyFields).meta({ id: 'BuyerKey' });
export type KeyBody = z.input<typeof keySchema>;

export const keyListSchema = z
  .object({
    keys: z.array(keySchema).meta({ description: 'Newest first, revoked ones included.' }),
    ...pageFields,
  })
  .meta({ id: 'KeyList' });

export const issuedKeySchema = z
  .object({
    ...keyFields,
    buyer_key: textField(
      'Shown once; `Authorization: Bearer` on the Buyer and the Market surface.',
    ),
  })
  .meta({ id: 'IssuedKey' });

const dollars = (description: string) =>
  z.number().meta({ description: `${description}. USD.`, example: 0.25 });

/** As OpenRouter answers: numbers, because its clients compute with them. */
export const currentKeySchema = z
  .object({
    data: z
      .object({
        label: textField('Given when it was issued; empty for none.', 'production'),
        limit: dollars('What it may spend at most; null for no limit').nullable(),
        limit_remaining: dollars('What is left of it now; null for no limit').nullable(),
        limit_reset: limitReset.nullable(),
        usage: dollars('What its chat requests cost'),
        usage_daily: dollars('Those since midnight UTC'),
        usage_weekly: dollars('Those since Monday, UTC'),
        usage_monthly: dollars('Those since the first of the month, UTC'),
        is_free_tier: z.boolean().meta({ description: 'Whether it is a key of test mode.' }),
        is_management_key: z.boolean().meta({ description: 'Whether it is of kind `manage`.' }),
        expires_at: timeField('When it expires; null if it does not').nullable(),
      })
      .meta({ description: 'Its terms and its use.' }),
  })
  .meta({ id: 'CurrentKey', description: 'The key of the request.' });
