/**
 * A stripe of the fence between closed days and open ones (ledger/pass-day-fence.ts). Every
 * transaction with a journal writes one stripe, which dates the journal after all closed days; the
 * closing of a day writes all stripes. So MongoDB orders the two, while transactions of different
 * processes, each with a stripe of its own, do not meet.
 */
import { date, optionalDate, quantity, recordSchema, text } from '../mongodb/schema';

export interface DayFenceDocument {
  /** The number of the stripe. */
  _id: string;
  /** The end of the newest day whose closing has begun; absent before the first one. */
  closedUntil?: Date | null;
  /** The date of the journals of the last transaction that wrote it. */
  journalsAt: Date;
  /** Transactions that wrote it: each of them changes it. */
  writes: number;
}

export const dayFenceSchema = recordSchema<DayFenceDocument>('dayfences', {
  _id: text,
  closedUntil: optionalDate,
  journalsAt: date,
  writes: quantity,
});

export function dayStripeId(stripe: number): string {
  return String(stripe);
}
