/** Checks of every invariant: the latest one, and the history of all. */
import { Schema } from 'mongoose';
import { date, oneOf, recordSchema, text } from '../mongodb/schema';

/** Ids of the results that are kept at hand: of the newest check, and of the newest of all records. */
export const NEWEST_RUN = 'newest';
export const NEWEST_FULL_RUN = 'newest_full';

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

/** What a check read. Runs of earlier releases do not say it. */
interface Reading {
  extent?: 'recent' | 'all';
  durationMs?: number;
  /** Journals of the ledger, archived ones included; null when not all were read. */
  journals?: number | null;
}

export interface ReconciliationDocument extends Reading {
  _id: typeof NEWEST_RUN | typeof NEWEST_FULL_RUN;
  ranAt: Date;
  results: InvariantResult[];
}

/** Kept runs; older ones are removed. */
export const RUNS_KEPT = 1_000;

export interface ReconciliationRunDocument extends Reading {
  /** UUIDv7. */
  _id: string;
  /** Who asked for it. */
  trigger: 'schedule' | 'operator';
  ranAt: Date;
  results: InvariantResult[];
}

const reading = {
  extent: { type: String, enum: ['recent', 'all'] },
  durationMs: Number,
  journals: { type: Number, default: null },
} as const;

export const reconciliationRunSchema = recordSchema<ReconciliationRunDocument>(
  'reconciliationruns',
  {
    _id: text,
    trigger: oneOf(['schedule', 'operator']),
    ranAt: date,
    ...reading,
    results: { type: [Schema.Types.Mixed], required: true } as never,
  },
);

export const reconciliationSchema = recordSchema<ReconciliationDocument>('reconciliation', {
  _id: text,
  ranAt: date,
  ...reading,
  results: { type: [Schema.Types.Mixed], required: true } as never,
});
