/** A trade: the public record of a settled fill. */
import { REGIONS, type Region } from '../../domain/regions';
import { TENORS, type Tenor } from '../../domain/tenors';
import { USAGE_FLAGS, type UsageFlag } from '../../domain/answers/reported-usage';
import { date, money, oneOf, quantity, recordSchema, text } from '../mongodb/schema';

/** A voided trade counts for no price and no volume. */
export const TRADE_STATES = ['pending', 'settled', 'voided'] as const;
export type TradeStatus = (typeof TRADE_STATES)[number];

export interface TradeDocument {
  /** Fill id: a fill has one trade. */
  _id: string;
  tradeId: string;
  askId: string;
  orderId: string;
  accountId: string;
  sellerId: string;
  modelId: string;
  tenor: Tenor;
  region: Region;
  /** Price per 1,000 tokens. */
  priceScale8: bigint;
  /** Tokens used. */
  quantityTokens: number;
  grossScale8: bigint;
  feeScale8: bigint;
  netScale8: bigint;
  takerSide: 'bid' | 'ask';
  status: TradeStatus;
  usageFlag: UsageFlag | null;
  /** Far from the market price when it was recorded: volume without a price (PRICE-10). */
  offMarket?: boolean;
  executedAt: Date;
}

export const tradeSchema = recordSchema<TradeDocument>('trades', {
  _id: text,
  tradeId: text,
  askId: text,
  orderId: text,
  accountId: text,
  sellerId: text,
  modelId: text,
  tenor: oneOf(TENORS),
  region: oneOf(REGIONS),
  priceScale8: money,
  quantityTokens: quantity,
  grossScale8: money,
  feeScale8: money,
  netScale8: money,
  takerSide: oneOf(['bid', 'ask']),
  status: oneOf(TRADE_STATES),
  usageFlag: { type: String, enum: [...USAGE_FLAGS, null], default: null },
  offMarket: { type: Boolean, default: false },
  executedAt: date,
})
  // A view of all regions merges one scan for each of them.
  .index({ modelId: 1, tenor: 1, region: 1, executedAt: -1, _id: -1 })
  .index({ sellerId: 1, executedAt: -1, _id: -1 })
  // Holds all that an account's spend is summed from.
  .index({ accountId: 1, executedAt: 1, modelId: 1, grossScale8: 1, quantityTokens: 1 });
