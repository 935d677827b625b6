/** A buyer's account. The ledger holds its money (balance.ts, journal.ts). */
import { date, optionalMoney, optionalText, recordSchema, text } from './schema';

export interface AccountDocument {
  /** Account id (UUID). */
  _id: string;
  name: string;
  /** Set by the operator: an account never matches asks of a seller with the same owner. */
  owner: string | null;
  /** Default ceiling per 1,000 tokens. */
  priceCeilingScale8: bigint | null;
  createdAt: Date;
  updatedAt: Date;
}

export const accountSchema = recordSchema<AccountDocument>('accounts', {
  _id: text,
  name: text,
  owner: optionalText,
  priceCeilingScale8: optionalMoney,
  createdAt: date,
  updatedAt: date,
});
