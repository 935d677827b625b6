/**
 * The audit of a seller: one record per change, written in the transaction of the change and never
 * modified. Contains neither keys nor their hashes.
 */
import { STANDINGS, type Standing } from '../../domain/standing';
import { date, oneOf, recordSchema, text } from '../mongodb/schema';

export const SELLER_CHANGE_KINDS = ['registered', 'updated', 'key_rotated', 'standing'] as const;
export type SellerChangeKind = (typeof SELLER_CHANGE_KINDS)[number];

export interface SellerChangeDocument {
  /** UUIDv7. */
  _id: string;
  sellerId: string;
  kind: SellerChangeKind;
  /** The standing after the change; null when the change does not concern the standing. */
  standing: Standing | null;
  reason: string;
  /** The author of the change: `seller`, `operator`, or the applied `rule`. */
  actor: string;
  /** Fills whose dispatches caused it, or the request that asked for it. */
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
