/** Queries and bodies of the market data: catalog, candles, estimates. Prices per 1,000 tokens. */
import { z } from 'zod';
import { INTERVAL_NAMES } from '../../domain/candles';
import { parseInstrument } from '../../domain/instruments';
import { REGIONS } from '../../domain/regions';
import { parseRfc3339 } from '../../domain/timestamps';
import { pageFields, pageQuerySchema, pageSize } from '../cursor';
import { timeField, instrumentText, textField, tokens, usdPerThousand } from './answers';
import { INSTRUMENT_PATTERN, pricePerThousand, region, tenor } from './fields';
import { tradeMessageSchema } from './stream';

export const CANDLES_MAX = 2_000;
const CANDLES_DEFAULT = 500;
const TRADES_MAX = 500;
const TRADES_DEFAULT = 100;
const INT64_MAX = 2n ** 63n - 1n;

export const instrumentPath = z.object({
  model_id: z
    .string()
    .transform((text) => parseInstrument(text, 'model_id'))
    .meta({
      description: 'An instrument string, percent-encoded.',
      pattern: INSTRUMENT_PATTERN,
      example: 'llama-3.3-70b',
    }),
});

const viewRegion = z
  .enum([...REGIONS, 'any'])
  .optional()
  .meta({ description: '`any` and no region cover all regions.' });

const viewedRegion = z.enum([...REGIONS, 'any']).meta({ description: '`any` covers all regions.' });

/** A sum that may exceed the exact range of a double. */
const quantity = (what: string) =>
  z.number().meta({ description: `${what}. Tokens.`, example: 1_000_000 });

const moment = (description: string) =>
  z
    .string()
    .transform((text, ctx) => {
      const date = parseRfc3339(text);
      if (date) return date;
      ctx.addIssue({ code: 'custom', message: 'must be a timestamp of RFC 3339' });
      return z.NEVER;
    })
    .meta({ description, format: 'date-time', example: '2026-01-31T12:00:00Z' });

/** A whole number from 0 to 2^63 - 1, as text. */
const int64 = (description: string) =>
  z
    .string()
    .transform((text, ctx) => {
      const value = /^\d{1,19}$/.test(text) ? BigInt(text) : -1n;
      if (value >= 0n && value <= INT64_MAX) return value;
      ctx.addIssue({ code: 'custom', message: 'must be a whole number from 0 to 2^63 - 1' });
      return z.NEVER;
    })
    .meta({ description, type: 'integer', format: 'int64', minimum: 0 } as Record<string, unknown>);

const format = z
  .enum(['json', 'csv'])
  .optional()
  .meta({ description: 'Takes precedence over the `Accept` header.' });

export type MarketFormat = NonNullable<z.output<typeof format>>;

const interval = z.enum(INTERVAL_NAMES).meta({ description: 'Length of a bucket.' });

export const candlesQuerySchema = z.object({
  region: viewRegion,
  interval: interval.default('1h'),
  from: moment('Inclusive. Default: the latest candles.').optional(),
  to: moment('Exclusive.').optional(),
  limit: z
    .string()
    .regex(/^\d{1,100}$/, 'must be a whole number, not below 0')
    .default(String(CANDLES_DEFAULT))
    .transform((text) => Math.min(Number.parseInt(text, 10), CANDLES_MAX))
    .meta({
      description: `A larger value is reduced to ${CANDLES_MAX}.`,
      type: 'integer',
      minimum: 0,
      default: CANDLES_DEFAULT,
    } as Record<string, unknown>),
  tenor: tenor.optional(),
  format,
});

const candleSchema = z
  .object({
    time: timeField('Start of the bucket'),
    open: usdPerThousand(),
    high: usdPerThousand(),
    low: usdPerThousand(),
    close: usdPerThousand(),
    volume: quantity('Traded quantity'),
  })
  .meta({ id: 'Candle' });

export const candlesSchema = z
  .object({
    model_id: instrumentText,
    region: viewedRegion.optional(),
    tenor,
    interval,
    candles: z.array(candleSchema).meta({
      description: 'Oldest first. Buckets without trades are omitted.',
    }),
  })
  .meta({ id: 'Candles' });

export const tradesQuerySchema = pageQuerySchema.extend({
  region: viewRegion,
  tenor: tenor.optional(),
  from: moment('Inclusive.').optional(),
  to: moment('Exclusive.').optional(),
  limit: pageSize(TRADES_MAX, TRADES_DEFAULT),
  format,
});

export const tradesSchema = z
  .object({
    model_id: instrumentText,
    region: viewedRegion,
    tenor,
    trades: z.array(tradeMessageSchema.meta({ id: 'PublicTrade' })).meta({
      description: 'Newest first. Each is the message `trade` of the stream, with the same id.',
    }),
    ...pageFields,
  })
  .meta({ id: 'PublicTradeList' });

export const estimateQuerySchema = z.object({
  quantity: int64('Tokens.').meta({ example: 1_000_000 }),
  region: viewRegion,
  limit_price: pricePerThousand('limit_price').optional().meta({
    description: 'Limit price, USD per 1,000 tokens. Default: no limit.',
  }),
  horizon_hours: int64('Horizon of the suggested limit price; 24 by default.').optional(),
  tenor: tenor.optional(),
});

const optionalPrice = (what: string) => usdPerThousand(what).nullable();

export const estimateSchema = z
  .object({
    model_id: instrumentText,
    tenor,
    region: viewedRegion,
    quantity: quantity('Requested quantity'),
    limit_price: optionalPrice('Requested limit price; null if none.'),
    fillable_quantity: quantity('Quantity currently offered within the limit'),
    remaining_quantity: quantity('`quantity` minus `fillable_quantity`'),
    average_price: optionalPrice('Average price of the fillable quantity.'),
    worst_price: optionalPrice('Price of the last token of the fillable quantity.'),
    estimated_wait_seconds: z.number().int().nullable().meta({
      description: 'Estimated seconds until the remaining quantity is offered; null without data.',
      example: 900,
    }),
    suggested_limit_price: optionalPrice(
      'The lowest limit price at which the book and the asks expected within the horizon cover the quantity.',
    ),
    horizon_hours: z
      .number()
      .meta({ description: 'Horizon in hours for the remaining quantity.', example: 24 }),
    sample_size: z.number().int().meta({
      description: 'Number of asks within the limit that were placed in the lookback period.',
    }),
    lookback_hours: z
      .number()
      .meta({ description: 'Length of the lookback period in hours.', example: 24 }),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'From 0 (no data) to 1.', example: 0.8 }),
    disclaimer: textField('Limitations of the estimate.'),
    as_of: timeField('Time of computation'),
  })
  .meta({ id: 'FillEstimate' });

const quoteSchema = z
  .object({
    region,
    best_bid: optionalPrice('Best bid; null if none.'),
    best_ask: optionalPrice('Best ask; null if none.'),
    last_price: optionalPrice('Price of the last trade; null if none.'),
    volume_24h: quantity('Quantity traded in the last 24 hours'),
  })
  .meta({ id: 'Quote' });

const instrumentPrices = {
  list_price: optionalPrice(
    "The operator's list price; otherwise the volume-weighted median price of 24 hours.",
  ),
  last_price: optionalPrice('Price of the last spot trade in any region; null if none.'),
  open_24h: optionalPrice(
    'Price of the first spot trade of the last 24 hours in any region; null if none.',
  ),
};

const instrumentQuotesSchema = z
  .object({
    model_id: instrumentText,
    ...instrumentPrices,
    quotes: z.array(quoteSchema).meta({
      description: 'Spot, of the regions that have changed; all others stay as they were.',
    }),
  })
  .meta({ id: 'InstrumentQuotes' });

export const catalogChangedSchema = z
  .object({
    type: z.literal('catalog_changed').meta({ description: 'Kind of the message.' }),
    as_of: timeField('Time of computation, as in the list of the instruments'),
    instruments: z.array(instrumentQuotesSchema).meta({
      description: 'What has changed. Empty in the first message.',
    }),
    missed: z.literal(true).optional().meta({
      description:
        'Only when changes were left out for a client that did not read: read the list again.',
    }),
  })
  .meta({ id: 'CatalogChanged' });

const instrumentSchema = z
  .object({
    model_id: instrumentText,
    name: textField('Display name.', 'Llama 3.3 70B'),
    context_window: tokens('Maximum context length; null if unknown').nullable(),
    default_max_tokens: tokens('Default `max_tokens` of a chat'),
    ...instrumentPrices,
    quotes: z.array(quoteSchema).meta({ description: 'One per region.' }),
    forwards: z
      .array(
        z
          .object({
            tenor,
            delivery_start: timeField('Start of the next window'),
            quotes: z.array(quoteSchema).meta({ description: 'One per region.' }),
          })
          .meta({ id: 'Forward' }),
      )
      .optional()
      .meta({ description: 'Books of forward tenors, if any.' }),
  })
  .meta({ id: 'Instrument' });

export const catalogSchema = z
  .object({
    families: z
      .array(
        z
          .object({
            family: textField('Id of the family.', 'llama'),
            name: textField('Display name.', 'Llama'),
            instruments: z
              .array(instrumentSchema)
              .meta({ description: 'Instruments of the family.' }),
          })
          .meta({ id: 'Family' }),
      )
      .meta({ description: 'Families of instruments.' }),
    regions: z.array(region).meta({ description: 'Every region.' }),
    as_of: timeField('Time of computation'),
  })
  .meta({ id: 'Catalog' });

export type CandlesQuery = z.output<typeof candlesQuerySchema>;
export type CandlesBody = z.output<typeof candlesSchema>;
export type TradesQuery = z.output<typeof tradesQuerySchema>;
export type TradesBody = z.output<typeof tradesSchema>;
export type EstimateBody = z.output<typeof estimateSchema>;
export type QuoteBody = z.output<typeof quoteSchema>;
export type InstrumentQuotesBody = z.output<typeof instrumentQuotesSchema>;
export type InstrumentBody = z.output<typeof instrumentSchema>;
export type CatalogBody = z.output<typeof catalogSchema>;
