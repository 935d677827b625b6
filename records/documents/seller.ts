/**
 * A seller: its endpoint is its identity (domain/endpoint-identity.ts), its key is stored as a keyed hash. Its changes and their
 * reasons are in seller-change.ts.
 */
import {
  type DataPolicy,
  type DeclaredModel,
  declarationOf,
  QUANTIZATIONS,
} from '../../domain/declared-models';
import type { DecisionStamp } from '../../domain/decision-stamp';
import { type ModelSpelling, spellingOf } from '../../domain/instruments';
import type { RefusedNeeds, ServedNeed } from '../../domain/learned-limits';
import type { SealedText } from '../../domain/registration';
import { STANDINGS, type Standing } from '../../domain/standing';
import { quotaSchema, type QuotaDocument } from './quota';
import {
  date,
  oneOf,
  optionalDate,
  optionalQuantity,
  optionalText,
  partSchema,
  quantity,
  recordSchema,
  text,
  whenSet,
} from '../mongodb/schema';

/** The newest health probe of a seller's endpoint (informational). */
export interface EndpointHealth {
  status: 'answering' | 'failing';
  /** The status of the answer; null without one. */
  httpStatus: number | null;
  latencyMs: number;
  detail: string | null;
  checkedAt: Date;
}

export interface SellerDocument {
  /** Seller id (UUID). */
  _id: string;
  name: string;
  /** As it was first registered; it names the seller's workflow and never changes. */
  endpointUrl: string;
  /** As it was registered last, when that is another spelling: it is shown and asked. */
  respelledUrl?: string | null;
  /** What its endpoint is compared by; null until `identifySellers` has met the seller. */
  endpointIdentity?: string | null;
  /**
   * The same, for the one seller that holds the endpoint; null for later ones, which an earlier
   * release registered under other spellings.
   */
  heldEndpoint?: string | null;
  /** When the endpoint has proved that it knows the key of today; null until then. */
  verifiedAt?: Date | null;
  /** What its name is compared by. */
  nameKey?: string | null;
  /** Since when; null or absent for longer than sellers have this member. */
  namedAt?: Date | null;
  apiKeyHash: string;
  /** Of the secret in the address of its calendar; null or absent for none. */
  calendarHash?: string | null;
  /** The `Authorization` header that its endpoint wants; null or absent for none. */
  upstreamAuthorization?: SealedText | null;
  /** Instruments. */
  supportedModels: string[];
  /** Includes models that it no longer offers: their lots may still be drawn on. */
  modelSpellings?: ModelSpelling[];
  /** Includes models that it no longer offers, as the spellings do. */
  declaredModels?: DeclaredModel[] | null;
  /** Requests of the last hours that it refused and others served. */
  refusedNeeds?: RefusedNeeds[] | null;
  /** What it has served in the last hours. */
  servedNeeds?: ServedNeed[] | null;
  regions: string[];
  standing: Standing;
  owner: string | null;
  quotas: { asks?: QuotaDocument; capacity?: QuotaDocument };
  /**
   * The number of asks offered: written with each ask, which serializes asks with changes of the
   * standing.
   */
  offers?: number;
  /** Dispatches that ended before do not count for the standing; null when all count. */
  countedSince?: Date | null;
  /**
   * When the rule's suspension ends; null in every other standing, and for the operator's
   * suspension.
   */
  suspendedUntil?: Date | null;
  health?: EndpointHealth | null;
  /** When the endpoint is probed next. */
  nextProbeAt?: Date | null;
  /** Since when it has been dormant (standings/sleep.ts); null while it is in use. */
  asleepSince?: Date | null;
  /** The newest registration that changed it. Absent for one of an earlier release. */
  registrationDecision?: DecisionStamp | null;
  /** The newest decision of the operator about its standing. */
  standingDecision?: DecisionStamp | null;
  registeredAt: Date;
  updatedAt: Date;
}

/** The name by which the endpoint is asked for a model. */
export function askedModel(
  { declaredModels, modelSpellings }: Pick<SellerDocument, 'declaredModels' | 'modelSpellings'>,
  modelId: string,
): string {
  const declared = declarationOf(declaredModels, modelId);
  return declared?.upstreamModel ?? spellingOf(modelSpellings ?? [], modelId);
}

const spellingSchema = partSchema<ModelSpelling>({ modelId: text, name: text });

const words = { type: [String], default: null } as const;

const dataPolicySchema = partSchema<DataPolicy>({
  retainsPrompts: { type: Boolean, default: null },
  trains: { type: Boolean, default: null },
});

const declaredModelSchema = partSchema<DeclaredModel>({
  modelId: text,
  upstreamModel: optionalText,
  contextWindow: optionalQuantity,
  maxOutputTokens: optionalQuantity,
  inputModalities: words,
  outputModalities: words,
  features: words,
  quantization: { ...oneOf(QUANTIZATIONS), required: false, default: null } as never,
  dataPolicy: { type: dataPolicySchema, default: null },
});

const refusedNeedsSchema = partSchema<RefusedNeeds>({
  orderId: text,
  modelId: text,
  participant: text,
  needs: [String],
  contextTokens: quantity,
  at: date,
});

const servedNeedSchema = partSchema<ServedNeed>({
  modelId: text,
  need: text,
  tokens: quantity,
  at: date,
});

const sealedTextSchema = partSchema<SealedText>({ sealed: text, sealedWith: text });

const decisionStampSchema = partSchema<DecisionStamp>({ decisionId: text, decidedAtMs: quantity });

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
  respelledUrl: optionalText,
  endpointIdentity: optionalText,
  heldEndpoint: optionalText,
  verifiedAt: optionalDate,
  nameKey: optionalText,
  namedAt: optionalDate,
  apiKeyHash: text,
  calendarHash: optionalText,
  upstreamAuthorization: { type: sealedTextSchema, default: null },
  supportedModels: [String],
  modelSpellings: [spellingSchema],
  declaredModels: { type: [declaredModelSchema], default: null },
  refusedNeeds: { type: [refusedNeedsSchema], default: null },
  servedNeeds: { type: [servedNeedSchema], default: null },
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
  registrationDecision: { type: decisionStampSchema, default: null },
  standingDecision: { type: decisionStampSchema, default: null },
  registeredAt: date,
  updatedAt: date,
})
  .index({ endpointUrl: 1 }, { unique: true })
  .index({ heldEndpoint: 1 }, { unique: true, ...whenSet('heldEndpoint') })
  .index({ endpointIdentity: 1, _id: 1 })
  .index({ apiKeyHash: 1 }, { unique: true })
  .index({ nameKey: 1, namedAt: 1, _id: 1 })
  .index({ 'upstreamAuthorization.sealedWith': 1 }, whenSet('upstreamAuthorization.sealedWith'))
  .index({ nextProbeAt: 1, asleepSince: 1 })
  // Those that declare what they can do with a model.
  .index({ 'declaredModels.modelId': 1 }, whenSet('declaredModels.modelId'))
  // Those that have refused what others served.
  .index({ 'refusedNeeds.modelId': 1 }, whenSet('refusedNeeds.modelId'))
  // Those that offer a model, or did.
  .index({ supportedModels: 1 })
  .index({ 'modelSpellings.modelId': 1 })
  // Sellers on probation.
  .index({ standing: 1, _id: 1 })
  .index({ owner: 1, _id: 1 }, whenSet('owner'));
