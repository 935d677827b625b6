/**
 * A seller: its endpoint is its identity, its key is stored as a keyed hash. What was changed, and
 * why, stands in seller-change.ts.
 */
import type { ModelSpelling } from '../domain/instruments';
import { STANDINGS, type Standing } from '../domain/standing';
import { quotaSchema, type QuotaDocument } from './quota';
import {
  date,
  oneOf,
  optionalDate,
  optionalText,
  partSchema,
  quantity,
  recordSchema,
  text,
  whenSet,
} from './schema';

/** The newest look at a seller's endpoint (informational: nothing follows from it). */
export interface EndpointHealth {
  status: 'answering' | 'failing';
  /** The status that it answered with; null when it did not answer. */
  httpStatus: number | null;
  latencyMs: number;
  detail: string | null;
  checkedAt: Date;
}

export interface SellerDocument {
  /** Seller id (UUID). */
  _id: string;
  name: string;
  /** Normalised (SELLER-4). */
  endpointUrl: string;
  apiKeyHash: string;
  /** Instruments. */
  supportedModels: string[];
  /** Also of models that it no longer offers: lots of them may still be drawn on. */
  modelSpellings?: ModelSpelling[];
  regions: string[];
  standing: Standing;
  owner: string | null;
  quotas: { asks?: QuotaDocument; capacity?: QuotaDocument };
  /** How many asks it has offered: written with each, so that none passes a change of its standing by. */
  offers?: number;
  /** Dispatches that ended before do not count for the standing; null while all of them do. */
  countedSince?: Date | null;
  /** When the rule's suspension ends; null in every other standing, and for the operator's. */
  suspendedUntil?: Date | null;
  health?: EndpointHealth | null;
  /** When the endpoint is looked at next. */
  nextProbeAt?: Date | null;
  /** Since when nobody uses it (standings/sleep.ts); null while somebody does. */
  asleepSince?: Date | null;
  registeredAt: Date;
  updatedAt: Date;
}

const spellingSchema = partSchema<ModelSpelling>({ modelId: text, name: text });

const healthSchema = partSchema<EndpointHealth>({
  status: oneOf(['answering', 'failing']),
  httpStatus: { type: Number, default: null },
  latencyMs: { type: Number, required: true },
  detail: optionalText,
  checkedAt: date,
});

export const sellerSchema = recordSchema<SellerDocument>('sellers', {
  _id: text,
  name: text,
  endpointUrl: text,
  apiKeyHash: text,
  supportedModels: [String],
  modelSpellings: [spellingSchema],
  regions: [String],
  standing: oneOf(STANDINGS),
  owner: optionalText,
  quotas: {
    type: partSchema<SellerDocument['quotas']>({ asks: quotaSchema, capacity: quotaSchema }),
    required: true,
  },
  offers: { ...(quantity as object), required: false, default: 0 } as never,
  countedSince: optionalDate,
  suspendedUntil: optionalDate,
  health: { type: healthSchema, default: null },
  nextProbeAt: optionalDate,
  asleepSince: optionalDate,
  registeredAt: date,
  updatedAt: date,
})
  .index({ endpointUrl: 1 }, { unique: true })
  .index({ apiKeyHash: 1 }, { unique: true })
  .index({ name: 1 })
  .index({ nextProbeAt: 1, asleepSince: 1 })
  // Who is on probation.
  .index({ standing: 1, _id: 1 })
  .index({ owner: 1, _id: 1 }, whenSet('owner'));
