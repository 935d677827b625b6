/**
 * A contract: the capacity that one order bought, in lots of one seller each. Its lots (lot.ts)
 * hold its remaining quantity and state; only their totals at the match are stored here.
 */
import { REGIONS, type Region } from '../../domain/regions';
import { TENORS, type Tenor } from '../../domain/tenors';
import { date, money, oneOf, optionalText, quantity, recordSchema, text } from '../mongodb/schema';

export interface ContractDocument {
  /** Contract id (UUIDv7). */
  _id: string;
  accountId: string;
  orderId: string;
  ticketId: string | null;
  modelId: string;
  tenor: Tenor;
  /** The region its order was pinned to. */
  region: Region | null;
  /** Totals of its lots. */
  quantityTokens: number;
  costScale8: bigint;
  /** When its first window opens, and when its last one ends. */
  opensAt: Date;
  endsAt: Date;
  createdAt: Date;
}

export const contractSchema = recordSchema<ContractDocument>('contracts', {
  _id: text,
  accountId: text,
  orderId: text,
  ticketId: optionalText,
  modelId: text,
  tenor: oneOf(TENORS),
  region: { type: String, enum: [...REGIONS, null], default: null },
  quantityTokens: quantity,
  costScale8: money,
  opensAt: date,
  endsAt: date,
  createdAt: date,
} as never).index({ accountId: 1, _id: -1 });
