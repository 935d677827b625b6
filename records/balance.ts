/**
 * The balance of an account: the sum of its journals, kept so that it can be changed under a
 * condition. Available is posted less held, and never below zero.
 */
import { date, money, quantity, recordSchema, text } from './schema';

export interface BalanceDocument {
  /** Account id. */
  _id: string;
  /** Posted credits less posted debits. */
  postedScale8: bigint;
  /** Pending debits less pending credits: the open holds. */
  heldScale8: bigint;
  /** Chat requests that hold a fill, draws included; absent before the first one. */
  requestsUnderWay?: number;
  /** How many journals have changed this balance: a gap would be a lost or a doubled write. */
  version: number;
  updatedAt: Date;
}

export const balanceSchema = recordSchema<BalanceDocument>('balances', {
  _id: text,
  postedScale8: money,
  heldScale8: money,
  requestsUnderWay: { type: Number, default: 0 },
  version: quantity,
  updatedAt: date,
});
