/**
 * Money held for a contract order: amount = captured + released + open. It is captured fill by
 * fill, and the open part is its limit x its open quantity. The hold of a chat's fill is part of
 * the fill; separate holds with reason `chat` are from earlier releases, and resolved once.
 */
import { date, money, oneOf, optionalDate, quantity, recordSchema, text } from '../mongodb/schema';

export const HOLD_STATES = ['open', 'captured', 'released'] as const;
export type HoldStatus = (typeof HOLD_STATES)[number];

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
  status: HoldStatus;
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
  status: oneOf(HOLD_STATES),
  createdAt: date,
  resolvedAt: optionalDate,
}).index({ accountId: 1, createdAt: 1 }, { partialFilterExpression: { status: 'open' } });
