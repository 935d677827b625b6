/**
 * The balance of an account: the sum of its journals, stored so that it can be changed
 * conditionally. Available is posted minus held, and never below zero.
 */
import { date, money, quantity, recordSchema, text } from '../mongodb/schema';

export interface BalanceDocument {
  /** Account id. */
  _id: string;
  /** Posted credits minus posted debits. */
  postedScale8: bigint;
  /** Pending debits minus pending credits: the open holds. */
  heldScale8: bigint;
  /** Chat requests with a reserved fill, including draws; absent before the first one. */
  requestsUnderWay?: number;
  /**
   * The number of journals that changed this balance: a gap would reveal a lost or duplicated
   * write.
   */
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
