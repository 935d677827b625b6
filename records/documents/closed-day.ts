/** A closed UTC day of the ledger: it has the closings of every account with journals on it. */
import { date, money, partSchema, quantity, recordSchema, text } from '../mongodb/schema';

/** Ties the journals and closings of a day to those of the day before it (chain/digest-day.ts). */
export interface DayChain {
  /** The closed day before it; null for the first one. */
  previous: { readonly day: string; readonly digest: string } | null;
  /** SHA-256 in hexadecimal, as the others: of the journals. */
  journals: string;
  /** Of the closings. */
  closings: string;
  /** Of the above and of the record of the day. */
  digest: string;
}

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
  /** Absent until it is chained, some time after it was closed. */
  chain?: DayChain | null;
}

const chainSchema = partSchema<DayChain>({
  previous: {
    type: partSchema<NonNullable<DayChain['previous']>>({ day: text, digest: text }),
    default: null,
  },
  journals: text,
  closings: text,
  digest: text,
});

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
  chain: { type: chainSchema, default: null },
})
  // Those that are not chained yet, or were left out.
  .index({ until: 1 }, { partialFilterExpression: { chain: null } });
