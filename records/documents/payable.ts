/**
 * The sum of a seller's payouts. Only payouts write it, one at a time per seller. Earnings are
 * summed from closings and journals, so that settlements share no document.
 */
import { date, money, quantity, recordSchema, text } from '../mongodb/schema';

export interface PayableDocument {
  /** Seller id. */
  _id: string;
  paidScale8: bigint;
  /** Earned by the captures up to and including `earnedUntil`: a checkpoint of an earlier release. */
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
