/** Money held for a fill: amount = captured + released + open. It is resolved once. */
import { date, money, oneOf, optionalDate, quantity, recordSchema, text } from './schema';

export interface HoldDocument {
  /** The fill id. */
  _id: string;
  accountId: string;
  reason: 'chat';
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
  reason: oneOf(['chat']),
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
