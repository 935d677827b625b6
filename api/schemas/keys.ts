/** Bodies of buyers' keys: the same for the holder of an account and for the operator. */
import { z } from 'zod';
import { KEY_KINDS } from '../../domain/buyer-keys';
import { REGIONS, REGION_RULES } from '../../domain/regions';
import { pageFields } from '../cursor';
import { idOf, instrumentText, textField, timeField, usdPerThousand } from './answers';
import { moment } from './contracts';
import { instrument, pricePerThousand, shortText } from './fields';
import { quota } from './operator';

const LABEL_LENGTH_MAX = 200;
const MODELS_MAX = 100;

const PINS = REGIONS.filter((region) => REGION_RULES[region].isPin);
const pin = z.enum(PINS);

const kind = z.enum(KEY_KINDS).meta({
  description:
    '`inference`: sends requests. `manage`: issues and changes the keys of its account, and buys nothing.',
});

/** A change leaves out what stays, and null removes a bound. */
const changeable = {
  label: shortText(LABEL_LENGTH_MAX)
    .nullish()
    .meta({ description: 'Label of the key.', example: 'production' }),
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

export type CreateKey = z.output<typeof createKeySchema>;
export type ChangeKey = z.output<typeof changeKeySchema>;

const keyFields = {
  key_id: idOf('key'),
  label: textField('Given when it was issued.', 'production').nullable(),
  kind,
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
