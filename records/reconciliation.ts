/** Checks of every invariant: the latest one, and the history of all. */
import { Schema } from 'mongoose';
import { date, oneOf, recordSchema, text } from './schema';

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

/** Kept runs; older ones are removed. */
export const RUNS_KEPT = 1_000;

export interface ReconciliationRunDocument {
  /** UUIDv7. */
  _id: string;
  /** Who asked for it. */
  trigger: 'schedule' | 'operator';
  ranAt: Date;
  results: InvariantResult[];
}

export const reconciliationRunSchema = recordSchema<ReconciliationRunDocument>(
  'reconciliationruns',
  {
    _id: text,
    trigger: oneOf(['schedule', 'operator']),
    ranAt: date,
    results: { type: [Schema.Types.Mixed], required: true } as never,
  },
);

export const reconciliationSchema = recordSchema<ReconciliationDocument>('reconciliation', {
  _id: text,
  ranAt: date,
  results: { type: [Schema.Types.Mixed], required: true } as never,
});
