/**
 * A fill: capacity of one ask, reserved for one order, then settled or released. It includes its
 * attempts: a row is written before the first byte goes to a seller.
 *
 * A fill of a contract order is settled immediately: it sells its quantity into a lot. A draw is a
 * fill of a chat order that takes its tokens from such a prepaid lot.
 */
import type { Fill } from '../../domain/fill';
import { REGIONS, type Region } from '../../domain/regions';
import { TENORS, type Tenor } from '../../domain/tenors';
import type { CallCounts } from '../../domain/answers/calls';
import { USAGE_FLAGS, type UsageFlag } from '../../domain/answers/reported-usage';
import { ASKED_ENDS, type AskedEnd } from '../../domain/asked-sellers';
import type { TokenUsage } from '../../domain/chat';
import { HOLD_STATES, type HoldStatus } from './hold';
import { type FailedProbe, failedProbeSchema } from './seller-probes';
import {
  date,
  money,
  oneOf,
  optionalDate,
  optionalMoney,
  optionalText,
  partSchema,
  quantity,
  recordSchema,
  text,
  whenSet,
} from '../mongodb/schema';

export const ATTEMPT_STATES = ['planned', 'sent', 'delivered', 'failed', 'unknown'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/**
 * Why an attempt failed, as far as the seller is responsible. `cut`: the seller aborted a delivered
 * answer. `lost`: the connection was lost after the request. `unreachable`: no connection.
 * `exchange`: the exchange failed or was paused while the seller answered.
 */
export const ATTEMPT_REASONS = [
  'throttled',
  'request_refused',
  'buyer_gone',
  'timeout',
  'malformed',
  'failed',
  'cut',
  'lost',
  'unreachable',
  'exchange',
] as const;
export type AttemptReason = (typeof ATTEMPT_REASONS)[number];

export interface AttemptDocument {
  /** From 1 upwards. */
  number: number;
  state: AttemptState;
  startedAt: Date;
  /** Absent until its answer is settled. */
  firstByteAt?: Date | null;
  /** Of its answer. Absent until it is settled, and in older records. */
  streamed?: boolean | null;
  /** Absent without any. */
  calls?: CallCounts | null;
  endedAt: Date | null;
  reason?: AttemptReason | null;
  /** As its buyer reads it. Absent until it has failed, and in older records. */
  end?: AskedEnd | null;
  /** The seller's status, if it answered with another one than 200. */
  status?: number | null;
  detail: string | null;
}

/** Money held for a fill: amount = captured + released + open, and resolved once. */
export interface FillHold {
  amountScale8: bigint;
  capturedScale8: bigint;
  releasedScale8: bigint;
  openScale8: bigint;
  status: HoldStatus;
}

export const FILL_KINDS = ['chat', 'capacity', 'draw'] as const;
export type FillKind = (typeof FILL_KINDS)[number];

export interface FillDocument extends Omit<Fill, 'fillId'> {
  /** Fill id: UUIDv7; for a contract order UUIDv8. */
  _id: string;
  kind?: FillKind;
  /** For a draw: the lot it draws on. */
  lotId?: string | null;
  accountId: string;
  /** The buyer's key that asked for it. Absent in draws and fills of contract orders, and in older fills. */
  keyId?: string;
  /** Whether its hold counts against the limit of that key. */
  isCapped?: boolean;
  sellerId: string;
  modelId: string;
  tenor: Tenor;
  region: Region;
  /** Whether its account's number of concurrent requests includes it while it is reserved. */
  isCounted?: boolean;
  /**
   * Absent when nothing is held: for a draw and a fill of a contract order. Earlier releases wrote
   * it as a separate document (hold.ts).
   */
  hold?: FillHold | null;
  epoch: number;
  /** List price at the match; absent until it is settled, and for a fill of a contract order. */
  listPriceScale8?: bigint | null;
  /**
   * `abandoned` is a tombstone of a reservation that the book made and MongoDB never received; such
   * a document has only `askId`, the book, the reason and the time.
   */
  status: 'reserved' | 'settled' | 'released' | 'abandoned';
  releaseReason: string | null;
  /** Of a draw whose lot defaulted: the probes of its seller that failed meanwhile, newest first. */
  failedProbes?: FailedProbe[] | null;
  attempts: AttemptDocument[];
  usage: TokenUsage | null;
  /** The tokens that the buyer pays for. */
  usedTokens: number;
  costScale8: bigint;
  feeScale8: bigint;
  usageFlag: UsageFlag | null;
  createdAt: Date;
  settledAt: Date | null;
}

const callCountsSchema = partSchema<CallCounts>({ made: quantity, parsed: quantity });

const attemptSchema = partSchema<AttemptDocument>({
  number: { type: Number, required: true },
  state: oneOf(ATTEMPT_STATES),
  startedAt: date,
  firstByteAt: optionalDate,
  streamed: { type: Boolean, default: null },
  calls: { type: callCountsSchema, default: null },
  endedAt: optionalDate,
  reason: { type: String, enum: [...ATTEMPT_REASONS, null], default: null },
  end: { type: String, enum: [...ASKED_ENDS, null], default: null },
  status: { type: Number, default: null },
  detail: optionalText,
});

const fillHoldSchema = partSchema<FillHold>({
  amountScale8: money,
  capturedScale8: money,
  releasedScale8: money,
  openScale8: money,
  status: oneOf(HOLD_STATES),
});

const usageSchema = partSchema<TokenUsage>({
  promptTokens: quantity,
  completionTokens: quantity,
  totalTokens: quantity,
});

/** A tombstone lacks the fields of a reservation. */
function unlessAbandoned(this: { status?: string }): boolean {
  return this.status !== 'abandoned';
}

export const fillSchema = recordSchema<FillDocument>('fills', {
  _id: text,
  kind: { type: String, enum: FILL_KINDS, required: unlessAbandoned },
  lotId: optionalText,
  isCounted: { type: Boolean, default: false },
  orderId: { type: String, required: unlessAbandoned },
  accountId: { type: String, required: unlessAbandoned },
  keyId: String,
  isCapped: Boolean,
  askId: text,
  sellerId: { type: String, required: unlessAbandoned },
  modelId: text,
  tenor: oneOf(TENORS),
  region: { type: String, enum: [...REGIONS], required: unlessAbandoned },
  priceScale8: { ...money, required: unlessAbandoned },
  quantityTokens: { ...(quantity as object), required: unlessAbandoned },
  hold: { type: fillHoldSchema, default: null },
  epoch: { ...(quantity as object), required: unlessAbandoned },
  listPriceScale8: optionalMoney,
  status: oneOf(['reserved', 'settled', 'released', 'abandoned']),
  releaseReason: optionalText,
  attempts: [attemptSchema],
  failedProbes: { type: [failedProbeSchema], default: null },
  usage: { type: usageSchema, default: null },
  usedTokens: { ...(quantity as object), required: unlessAbandoned },
  costScale8: { ...money, required: unlessAbandoned },
  feeScale8: { ...money, required: unlessAbandoned },
  usageFlag: { type: String, enum: [...USAGE_FLAGS, null], default: null },
  createdAt: date,
  settledAt: optionalDate,
} as never)
  .index({ orderId: 1 })
  .index({ sellerId: 1, _id: -1 })
  .index({ accountId: 1, createdAt: 1 }, { partialFilterExpression: { 'hold.status': 'open' } })
  .index({ lotId: 1, _id: -1 }, whenSet('lotId'))
  .index({ modelId: 1, tenor: 1 }, { partialFilterExpression: { status: 'reserved' } })
  // Finds the draw that caused a lot's default.
  .index({ lotId: 1, _id: 1 }, { partialFilterExpression: { releaseReason: 'seller_default' } });
