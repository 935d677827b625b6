/** A seller: its endpoint is its identity, its key is stored as a keyed hash. */
import { quotaSchema, type QuotaDocument } from './quota';
import { date, oneOf, optionalText, partSchema, recordSchema, text, whenSet } from './schema';

export const STANDINGS = ['Active', 'Probation', 'Suspended', 'Banned'] as const;
export type Standing = (typeof STANDINGS)[number];

export interface StandingChange {
  standing: Standing;
  reason: string;
  /** Who changed it: `seller`, `operator`, or the rule that did. */
  actor: string;
  at: Date;
}

export interface SellerDocument {
  /** Seller id (UUID). */
  _id: string;
  name: string;
  /** Normalised (decisions section 6). */
  endpointUrl: string;
  apiKeyHash: string;
  supportedModels: string[];
  regions: string[];
  standing: Standing;
  owner: string | null;
  quotas: { asks?: QuotaDocument; capacity?: QuotaDocument };
  standingHistory: StandingChange[];
  registeredAt: Date;
  updatedAt: Date;
}

const standingChangeSchema = partSchema<StandingChange>({
  standing: oneOf(STANDINGS),
  reason: text,
  actor: text,
  at: date,
});

export const sellerSchema = recordSchema<SellerDocument>('sellers', {
  _id: text,
  name: text,
  endpointUrl: text,
  apiKeyHash: text,
  supportedModels: [String],
  regions: [String],
  standing: oneOf(STANDINGS),
  owner: optionalText,
  quotas: {
    type: partSchema<SellerDocument['quotas']>({ asks: quotaSchema, capacity: quotaSchema }),
    required: true,
  },
  standingHistory: [standingChangeSchema],
  registeredAt: date,
  updatedAt: date,
})
  .index({ endpointUrl: 1 }, { unique: true })
  .index({ apiKeyHash: 1 }, { unique: true })
  .index({ name: 1 })
  .index({ owner: 1, _id: 1 }, whenSet('owner'));
