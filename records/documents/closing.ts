/**
 * The closing of a ledger account: the sums of its journals of one UTC day, and of all until the
 * end of that day. Written when the day can receive no further journal (closings/close-days.ts)
 * and never changed. Without journals on a day an account has no closing of it.
 */
import type { LedgerAccount } from './journal';
import { date, money, partSchema, quantity, recordSchema, text } from '../mongodb/schema';

/** Sums over journals, as credits to the account. */
export interface JournalSums {
  /** Posted credits minus posted debits. */
  postedScale8: bigint;
  /** Pending debits minus pending credits: the open holds. */
  heldScale8: bigint;
  /** The posted lines of those kinds by which a seller earns. */
  earnedScale8: bigint;
  journals: number;
}

export interface ClosingDocument {
  /** `<YYYY-MM-DD> <account>` */
  _id: string;
  /** Of a buyer or a seller. */
  account: LedgerAccount;
  /** The end of the day, exclusive. */
  until: Date;
  day: JournalSums;
  /** Of all journals until the end of the day. */
  total: JournalSums;
}

const sumsSchema = partSchema<JournalSums>({
  postedScale8: money,
  heldScale8: money,
  earnedScale8: money,
  journals: quantity,
});

export const closingSchema = recordSchema<ClosingDocument>('closings', {
  _id: text,
  account: text,
  until: date,
  day: { type: sumsSchema, required: true },
  total: { type: sumsSchema, required: true },
})
  // The newest closing of an account until a time.
  .index({ account: 1, until: -1 });
