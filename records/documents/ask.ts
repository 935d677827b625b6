/**
 * An ask: capacity that a seller offers at a price. MongoDB decides its remaining quantity; the
 * book is an index over it. At every commit capacity = remaining + reserved + sold + expired +
 * cancelled, and none of them is below zero.
 */
import type { Region } from '../../domain/regions';
import { TENORS, type Tenor } from '../../domain/tenors';
import { REGIONS } from '../../domain/regions';
import {
  date,
  money,
  oneOf,
  optionalQuantity,
  quantity,
  recordSchema,
  text,
} from '../mongodb/schema';

export interface AskDocument {
  /** Ask id (UUIDv7). */
  _id: string;
  sellerId: string;
  /** The surface that created it. */
  surface: 'market' | 'seller';
  modelId: string;
  tenor: Tenor;
  region: Region;
  /** Price per 1,000 tokens. */
  priceScale8: bigint;
  capacityTokens: number;
  remainingTokens: number;
  reservedTokens: number;
  soldTokens: number;
  expiredTokens: number;
  cancelledTokens: number;
  /** A smaller remainder is not offered (MATCH-5). */
  lotTokens: number;
  validForSeconds: number;
  status: 'active' | 'filled' | 'cancelled' | 'expired';
  /** Its place in the book; null until the book has placed it. */
  sequence: number | null;
  /**
   * The epoch of the book that placed it, null until then. Rebuilds by release 0.2.0 raise it, and
   * the ledger refuses earlier epochs.
   */
  epoch: number | null;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * An ask as the engine places it.
 * @param owner of its seller
 */
export function placingOf(ask: AskDocument, owner: string | null) {
  const { modelId, tenor, sellerId, region, priceScale8 } = ask;
  return {
    book: {
      modelId,
      tenor,
    },
    askId: ask._id,
    sellerId,
    region,
    priceScale8,
    owner,
    capacityTokens: ask.capacityTokens,
    remainingTokens: ask.remainingTokens,
    lotTokens: ask.lotTokens,
    expiresAtMs: ask.expiresAt.getTime(),
  };
}

const whileActive = { partialFilterExpression: { status: 'active' } };

export const askSchema = recordSchema<AskDocument>('asks', {
  _id: text,
  sellerId: text,
  surface: oneOf(['market', 'seller']),
  modelId: text,
  tenor: oneOf(TENORS),
  region: oneOf(REGIONS),
  priceScale8: money,
  capacityTokens: quantity,
  remainingTokens: quantity,
  reservedTokens: quantity,
  soldTokens: quantity,
  expiredTokens: quantity,
  cancelledTokens: quantity,
  lotTokens: quantity,
  validForSeconds: quantity,
  status: oneOf(['active', 'filled', 'cancelled', 'expired']),
  sequence: optionalQuantity,
  epoch: optionalQuantity,
  createdAt: date,
  expiresAt: date,
})
  .index({ sellerId: 1, _id: -1 })
  // Counts a seller's active asks.
  .index({ sellerId: 1, expiresAt: 1 }, whileActive)
  // Orders in a book, and books with orders.
  .index({ status: 1, tenor: 1, modelId: 1, _id: 1 }, whileActive)
  // Instruments ever offered, and the arrivals of capacity in a book.
  .index({ tenor: 1, modelId: 1, createdAt: -1 })
  .index({ expiresAt: 1 }, whileActive)
  .index({ createdAt: 1 }, { partialFilterExpression: { status: 'active', sequence: null } });
