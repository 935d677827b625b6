/** Accounts of test mode. */
import { z } from 'zod';
import { idOf, textField } from './answers';
import { shortText } from './fields';

const NAME_LENGTH_MAX = 200;

export const openTestAccountSchema = z
  .strictObject({
    name: shortText(NAME_LENGTH_MAX)
      .optional()
      .meta({ description: 'Name of the account; `Test account` without one.', example: 'Ada' }),
  })
  .meta({ id: 'OpenTestAccount' });

export const testAccountSchema = z
  .object({
    account_id: idOf('account'),
    name: textField('Name of the account.', 'Ada'),
    key_id: idOf('key'),
    buyer_key: textField(
      'Shown once; `Authorization: Bearer` on the Buyer and the Market surface of test mode.',
    ),
  })
  .meta({ id: 'TestAccount' });
