/**
 * What became of a seller: one record per change, written in the transaction of the change and
 * never changed itself. Keys do not stand here, nor their hashes.
 */
import { STANDINGS, type Standing } from '../domain/standing';
import { date, oneOf, recordSchema, text } from './schema';

export const SELLER_CHANGE_KINDS = ['registered', 'updated', 'key_rotated', 'standing'] as const;
export type SellerChangeKind = (typeof SELLER_CHANGE_KINDS)[number];

export interface SellerChangeDocument {
  /** UUIDv7. */
  _id: string;
  sellerId: string;
  kind: SellerChangeKind;
  /** The standing after it; null when it is no change of standing. */
  standing: Standing | null;
  reason: string;
  /** Who changed it: `seller`, `operator`, or the `rule` that did. */
  actor: string;
  /** Fills whose dispatches led to it, or the request that asked for it. */
  causes: string[];
  at: Date;
}

export const sellerChangeSchema = recordSchema<SellerChangeDocument>('sellerchanges', {
  _id: text,
  sellerId: text,
  kind: oneOf(SELLER_CHANGE_KINDS),
  standing: { type: String, enum: [...STANDINGS, null], default: null },
  reason: text,
  actor: text,
  causes: [String],
  at: date,
} as never).index({ sellerId: 1, _id: -1 });
