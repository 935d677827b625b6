/**
 * A contract: the capacity that one order bought, in lots of one seller each. What is left of it,
 * and how it stands, is what its lots say (lot.ts); only what they add up to at the match is here.
 */
import { REGIONS, type Region } from '../domain/regions';
import { TENORS, type Tenor } from '../domain/tenors';
import { date, money, oneOf, optionalText, quantity, recordSchema, text } from './schema';

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
  /** Sums of its lots. */
  quantityTokens: number;
  costScale8: bigint;
  /** When the first of its windows opens, and when the last one ends. */
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
