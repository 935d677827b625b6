/** A closed UTC day of the ledger: it has the closings of every account with journals on it. */
import { date, money, partSchema, quantity, recordSchema, text } from '../mongodb/schema';

export interface ClosedDayDocument {
  /** `YYYY-MM-DD` */
  _id: string;
  /** The beginning of the day. */
  from: Date;
  /** The end of the day, exclusive. */
  until: Date;
  journals: number;
  /** The last one by time and id. */
  lastJournalId: string;
  /** Sum of the hashes of the journals, as a decimal: any changed field of any of them changes it. */
  digest: string;
  /** Debits minus credits over all journals until the end of the day: zero in sound records. */
  postedImbalanceScale8: bigint;
  pendingImbalanceScale8: bigint;
  closedAt: Date;
  /**
   * Ties the journals and closings of the day to those of the days before it: SHA-256 in hexadecimal
   * (chain/digest-day.ts). Absent until it is computed, some time after the day was closed.
   */
  chain?: { digest: string } | null;
}

export const closedDaySchema = recordSchema<ClosedDayDocument>('closeddays', {
  _id: text,
  from: date,
  until: date,
  journals: quantity,
  lastJournalId: text,
  digest: text,
  postedImbalanceScale8: money,
  pendingImbalanceScale8: money,
  closedAt: date,
  chain: { type: partSchema<{ digest: string }>({ digest: text }), default: null },
})
  // Those that are not chained yet, or were left out.
  .index({ until: 1 }, { partialFilterExpression: { chain: null } });
