/**
 * Money held: amount = captured + released + open. That of a fill is resolved once. That of a
 * contract order is captured fill by fill, and what is open is its limit x its open quantity.
 */
import { date, money, oneOf, optionalDate, quantity, recordSchema, text } from './schema';

export interface HoldDocument {
  /** The fill id, or the id of the contract order. */
  _id: string;
  accountId: string;
  reason: 'chat' | 'order';
  /** The order id. */
  referenceId: string;
  priceScale8: bigint;
  quantityTokens: number;
  amountScale8: bigint;
  capturedScale8: bigint;
  releasedScale8: bigint;
  openScale8: bigint;
  status: 'open' | 'captured' | 'released';
  createdAt: Date;
  resolvedAt: Date | null;
}

export const holdSchema = recordSchema<HoldDocument>('holds', {
  _id: text,
  accountId: text,
  reason: oneOf(['chat', 'order']),
  referenceId: text,
  priceScale8: money,
  quantityTokens: quantity,
  amountScale8: money,
  capturedScale8: money,
  releasedScale8: money,
  openScale8: money,
  status: oneOf(['open', 'captured', 'released']),
  createdAt: date,
  resolvedAt: optionalDate,
}).index({ accountId: 1, createdAt: 1 }, { partialFilterExpression: { status: 'open' } });
