/**
 * What was paid out to a seller so far. Only payouts touch it, one at a time per seller; what a
 * seller has earned is the sum of its journals, so that settlements meet in no common document.
 */
import { date, money, quantity, recordSchema, text } from './schema';

export interface PayableDocument {
  /** Seller id. */
  _id: string;
  paidScale8: bigint;
  version: number;
  updatedAt: Date;
}

export const payableSchema = recordSchema<PayableDocument>('payables', {
  _id: text,
  paidScale8: money,
  version: quantity,
  updatedAt: date,
});
