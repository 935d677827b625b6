/** The reputation of a seller: its counts so far, and the snapshots of its score. */
import type { ReputationScore, ReputationTally } from '../../domain/reputation';
import type { Percentiles, SellerFigures } from '../../domain/seller-figures';
import {
  date,
  optionalDate,
  optionalText,
  partSchema,
  recordSchema,
  text,
} from '../mongodb/schema';

export const SNAPSHOTS_KEPT = 100;

export interface ReputationSnapshot extends ReputationScore {
  takenAt: Date;
}

export interface DayTally extends ReputationTally {
  /** UTC day, `2026-01-31`. */
  day: string;
}

/** Of the last hour and the last day before they were measured. */
export interface ModelFigures {
  modelId: string;
  hour: SellerFigures;
  day: SellerFigures;
}

export interface ReputationDocument {
  /** Seller id. */
  _id: string;
  /** Everything up to this fill is counted in `days`; null before the first one. */
  countedFillId: string | null;
  /** The newest counted ends, which the next ones are compared with. */
  countedEnds?: string[];
  /** Days that the score covers. */
  days: DayTally[];
  /** Newest first. */
  snapshots: ReputationSnapshot[];
  /** When the newest snapshot was taken. */
  snapshotAt: Date | null;
  /** Public figures. */
  figures?: ModelFigures[];
  /** When they are measured again; null without a request to measure. */
  figuresDueAt?: Date | null;
  updatedAt: Date;
}

const count = { type: Number, required: true } as const;

const daySchema = partSchema<DayTally>({
  day: text,
  matched: count,
  filled: count,
  observed: count,
  inTime: count,
  responses: count,
  wellFormed: count,
});

const snapshotSchema = partSchema<ReputationSnapshot>({
  score: count,
  fillRate: count,
  latencyAdherence: count,
  qualityRate: count,
  takenAt: date,
});

const percentiles = {
  type: partSchema<Percentiles>({ p50: count, p95: count }),
  default: null,
} as const;
const optionalCount = { type: Number, default: null } as const;

const figuresSchema = partSchema<SellerFigures>({
  answered: count,
  refused: count,
  refusedShare: optionalCount,
  firstByteMs: percentiles,
  tokensPerSecond: percentiles,
  calls: count,
  parsedCallsShare: optionalCount,
});

const modelFiguresSchema = partSchema<ModelFigures>({
  modelId: text,
  hour: { type: figuresSchema, required: true },
  day: { type: figuresSchema, required: true },
});

export const reputationSchema = recordSchema<ReputationDocument>('reputations', {
  _id: text,
  countedFillId: optionalText,
  countedEnds: [String],
  days: [daySchema],
  snapshots: [snapshotSchema],
  snapshotAt: optionalDate,
  figures: [modelFiguresSchema],
  figuresDueAt: optionalDate,
  updatedAt: date,
})
  .index({ snapshotAt: 1 })
  .index({ figuresDueAt: 1 }, { partialFilterExpression: { figuresDueAt: { $type: 'date' } } });
