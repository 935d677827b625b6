/** A buyer's account. The ledger holds its money (balance.ts, journal.ts). */
import { NAME_ORDER } from '../mongodb/name-order';
import {
  date,
  optionalMoney,
  optionalText,
  partSchema,
  quantity,
  recordSchema,
  text,
} from '../mongodb/schema';

interface NotedKey {
  keyId: string;
  at: Date;
}

/** Of streams that it left before their first byte, in the hour since the first of them. */
interface UnpaidPrompts {
  since: Date;
  tokens: number;
}

export interface AccountDocument {
  /** Account id (UUID). */
  _id: string;
  name: string;
  /** Set by the operator: an account never matches asks of a seller with the same owner. */
  owner: string | null;
  /** Default ceiling per 1,000 tokens. */
  priceCeilingScale8: bigint | null;
  /** Its buyer keys that were revoked a moment ago. */
  revokedKeys?: NotedKey[];
  /** Its buyer keys whose terms were changed a moment ago. */
  changedKeys?: NotedKey[];
  unpaidPrompts?: UnpaidPrompts;
  createdAt: Date;
  updatedAt: Date;
}

const notedKeySchema = partSchema<NotedKey>({ keyId: text, at: date });

export const accountSchema = recordSchema<AccountDocument>('accounts', {
  _id: text,
  name: text,
  owner: optionalText,
  priceCeilingScale8: optionalMoney,
  revokedKeys: { type: [notedKeySchema], default: undefined },
  changedKeys: { type: [notedKeySchema], default: undefined },
  unpaidPrompts: {
    type: partSchema<UnpaidPrompts>({ since: date, tokens: quantity }),
    default: undefined,
  },
  createdAt: date,
  updatedAt: date,
}).index({ name: 1 }, { collation: NAME_ORDER });
