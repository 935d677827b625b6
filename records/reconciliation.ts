/** The latest check of every invariant, for the operator's `GET /reconciliation`. */
import { Schema } from 'mongoose';
import { date, recordSchema, text } from './schema';

export const NEWEST_RUN = 'newest';

export interface InvariantResult {
  readonly id: string;
  /** The statement in one sentence. */
  readonly name: string;
  readonly status: 'ok' | 'violated' | 'error';
  readonly violations: number;
  /** Ids of some of the violating records. */
  readonly samples: readonly string[];
  readonly durationMs: number;
  /** Why it could not be checked. */
  readonly error: string | null;
}

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
