/**
 * A seller's payable balance as far as it is summed: its payouts, and a checkpoint of its earnings.
 * Only payouts write it, one at a time per seller. Later earnings are summed from the journals, so
 * that settlements share no document.
 */
import { date, money, quantity, recordSchema, text } from './schema';

export interface PayableDocument {
  /** Seller id. */
  _id: string;
  paidScale8: bigint;
  /** Earned by the captures up to and including `earnedUntil`. */
  earnedScale8: bigint;
  earnedUntil: Date;
  version: number;
  updatedAt: Date;
}

export const payableSchema = recordSchema<PayableDocument>('payables', {
  _id: text,
  paidScale8: money,
  earnedScale8: money,
  earnedUntil: date,
  version: quantity,
  updatedAt: date,
});
