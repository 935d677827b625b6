/** A candle of a book: derived from its trades, and recomputed whenever one changes. */
import { type mongo, Schema } from 'mongoose';
import {
  INTERVAL_NAMES,
  type CandlePrices,
  type CandleRegion,
  type Interval,
} from '../../domain/candles';
import { REGIONS } from '../../domain/regions';
import { TENORS, type Tenor } from '../../domain/tenors';
import { date, money, oneOf, partSchema, quantity, recordSchema, text } from '../mongodb/schema';

/** Without prices when every trade is off-market. */
export interface CandleDocument extends Partial<CandlePrices> {
  /** `<instrument>|<tenor>|<region>|<interval>|<start in milliseconds>` */
  _id: string;
  modelId: string;
  tenor: Tenor;
  region: CandleRegion;
  interval: Interval;
  volumeTokens: number;
  /** A decimal: the sum of many amounts may exceed an int64. It is money paid, and no basis of a price. */
  grossScale8: mongo.Decimal128;
  /** Start of the bucket. */
  time: Date;
  /**
   * The row as clients read it, in JSON, so that answers with thousands of candles need no
   * conversion; absent without prices.
   */
  row?: string;
  /**
   * Fence of the follower that wrote it: an older follower never overwrites a newer one's candle.
   */
  fence: number;
}

/** Newest price of a series of candles. */
export interface TickerDocument {
  /** `<instrument>|<tenor>|<region>` */
  _id: string;
  modelId: string;
  tenor: Tenor;
  region: CandleRegion;
  lastPriceScale8: bigint;
  lastAt: Date;
  fence: number;
}

const mark = partSchema({ at: date, id: text });

const seriesFields = {
  _id: text,
  modelId: text,
  tenor: oneOf(TENORS),
  region: oneOf([...REGIONS, 'any']),
};

export const candleSchema = recordSchema<CandleDocument>('candles', {
  ...seriesFields,
  interval: oneOf(INTERVAL_NAMES),
  time: date,
  row: { type: String },
  openScale8: { type: BigInt },
  highScale8: { type: BigInt },
  lowScale8: { type: BigInt },
  closeScale8: { type: BigInt },
  volumeTokens: quantity,
  grossScale8: { type: Schema.Types.Decimal128, required: true },
  first: { type: mark } as never,
  last: { type: mark } as never,
  fence: quantity,
})
  .index({ interval: 1, modelId: 1, tenor: 1, region: 1, time: -1 })
  .index({ interval: 1, time: -1 });

export const tickerSchema = recordSchema<TickerDocument>('tickers', {
  ...seriesFields,
  lastPriceScale8: money,
  lastAt: date,
  fence: quantity,
});
