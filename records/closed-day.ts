/** A closed UTC day of the ledger: it has the closings of every account with journals on it. */
import { date, money, quantity, recordSchema, text } from './schema';

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
});
