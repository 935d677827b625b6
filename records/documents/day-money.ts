/** What a closed UTC day of the ledger moved, over all accounts. Written once, after its closing. */
import { date, money, recordSchema, text } from '../mongodb/schema';

export interface DaySums {
  depositsScale8: bigint;
  payoutsScale8: bigint;
  /** For chats, by their captures. */
  chargedScale8: bigint;
  /** For lots, when they were bought. */
  soldAheadScale8: bigint;
  /** Of lots, to their buyers. */
  refundsScale8: bigint;
  earnedScale8: bigint;
  feesScale8: bigint;
  /** Credits to buyers minus debits. */
  correctionsScale8: bigint;
  /** Reserved for chats and orders, whatever became of it. */
  heldScale8: bigint;
}

export interface DayMoneyDocument extends DaySums {
  /** `YYYY-MM-DD` */
  _id: string;
  /** The end of the day, exclusive. */
  until: Date;
}

export const dayMoneySchema = recordSchema<DayMoneyDocument>('daymoney', {
  _id: text,
  until: date,
  depositsScale8: money,
  payoutsScale8: money,
  chargedScale8: money,
  soldAheadScale8: money,
  refundsScale8: money,
  earnedScale8: money,
  feesScale8: money,
  correctionsScale8: money,
  heldScale8: money,
});
