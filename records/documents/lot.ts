/**
 * A delivery lot: tokens that one seller owes under a buyer's contract, paid into escrow at the
 * match. At every commit quantity = remaining + reserved + drawn + paid + refunded, and cost =
 * escrow + the seller's earnings + refunds (domain/lots.ts has the arithmetic).
 */
import { LOT_STATUSES, type LotStatus } from '../../domain/lots';
import { REGIONS, type Region } from '../../domain/regions';
import { TENORS, type Tenor } from '../../domain/tenors';
import {
  date,
  flag,
  money,
  oneOf,
  optionalDate,
  quantity,
  recordSchema,
  text,
} from '../mongodb/schema';

export interface LotDocument {
  /** The id of the fill that created it. */
  _id: string;
  contractId: string;
  orderId: string;
  accountId: string;
  sellerId: string;
  askId: string;
  modelId: string;
  tenor: Tenor;
  region: Region;
  /** Price per 1,000 tokens. */
  priceScale8: bigint;
  quantityTokens: number;
  /** Available for draws. */
  remainingTokens: number;
  /** Reserved for draws in progress. */
  reservedTokens: number;
  drawnTokens: number;
  /** Undrawn, and paid to the seller (take-or-pay). */
  paidTokens: number;
  /** Undrawn, and refunded. */
  refundedTokens: number;
  /** Settled draws. */
  draws: number;
  costScale8: bigint;
  escrowScale8: bigint;
  /** Amount from escrow to the seller, including its fee. */
  earnedScale8: bigint;
  feeScale8: bigint;
  refundedScale8: bigint;
  feeBasisPoints: number;
  status: LotStatus;
  opensAt: Date;
  endsAt: Date;
  createdAt: Date;
  closedAt: Date | null;
  /** Whether its workflow was started. */
  hasStory: boolean;
}

export const lotSchema = recordSchema<LotDocument>('lots', {
  _id: text,
  contractId: text,
  orderId: text,
  accountId: text,
  sellerId: text,
  askId: text,
  modelId: text,
  tenor: oneOf(TENORS),
  region: oneOf(REGIONS),
  priceScale8: money,
  quantityTokens: quantity,
  remainingTokens: quantity,
  reservedTokens: quantity,
  drawnTokens: quantity,
  paidTokens: quantity,
  refundedTokens: quantity,
  draws: quantity,
  costScale8: money,
  escrowScale8: money,
  earnedScale8: money,
  feeScale8: money,
  refundedScale8: money,
  feeBasisPoints: quantity,
  status: oneOf(LOT_STATUSES),
  opensAt: date,
  endsAt: date,
  createdAt: date,
  closedAt: optionalDate,
  hasStory: flag,
})
  .index({ contractId: 1, _id: 1 })
  .index({ sellerId: 1, _id: 1 }, { partialFilterExpression: { status: 'open' } })
  .index(
    { sellerId: 1, closedAt: -1, _id: -1 },
    { partialFilterExpression: { refundedTokens: { $gt: 0 } } },
  )
  .index(
    { sellerId: 1, closedAt: 1, _id: 1 },
    { partialFilterExpression: { closedAt: { $gt: new Date(0) } } },
  )
  .index({ createdAt: 1 }, { partialFilterExpression: { hasStory: false } })
  .index({ status: 1, _id: 1 }, { partialFilterExpression: { status: 'open' } })
  .index({ endsAt: 1 }, { partialFilterExpression: { status: 'open' } })
  // What recent asks sold into lots, for the invariants.
  .index({ askId: 1 });
