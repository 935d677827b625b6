/** The newest run of every invariant, for the operator's `GET /reconciliation`. */
import { Schema } from 'mongoose';
import type { InvariantResult } from './invariants/check-invariants';
import { date, recordSchema, text } from './schema';

export const NEWEST_RUN = 'newest';

export interface ReconciliationDocument {
  _id: typeof NEWEST_RUN;
  ranAt: Date;
  results: InvariantResult[];
}

export const reconciliationSchema = recordSchema<ReconciliationDocument>('reconciliation', {
  _id: text,
  ranAt: date,
  results: { type: [Schema.Types.Mixed], required: true } as never,
});
