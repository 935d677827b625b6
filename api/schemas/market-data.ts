/** Queries and bodies of the market data: catalog, candles, estimates. Prices per 1,000 tokens. */
import { z } from 'zod';
import { INTERVAL_NAMES } from '../../domain/candles';
import { parseInstrument } from '../../domain/instruments';
import { REGIONS } from '../../domain/regions';
import { TENORS } from '../../domain/tenors';
import { parseRfc3339 } from '../../domain/timestamps';
import { decimal, INSTRUMENT_PATTERN, pricePerThousand, region, tenor, timestamp } from './fields';

export const CANDLES_MAX = 2_000;
const CANDLES_DEFAULT = 500;
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

export const candlesQuerySchema = z.object({
  region: viewRegion,
  interval: z.enum(INTERVAL_NAMES).default('1h'),
  from: moment('Inclusive. Without it the newest candles are given.').optional(),
  to: moment('Exclusive.').optional(),
  limit: z
    .string()
    .regex(/^\d{1,100}$/, 'must be a whole number, not below 0')
    .default(String(CANDLES_DEFAULT))
    .transform((text) => Math.min(Number.parseInt(text, 10), CANDLES_MAX))
    .meta({
      description: `A larger one than ${CANDLES_MAX} is taken as ${CANDLES_MAX}.`,
      type: 'integer',
      minimum: 0,
      default: CANDLES_DEFAULT,
    } as Record<string, unknown>),
  tenor: tenor.optional(),
});

const candleSchema = z
  .object({
    time: timestamp.meta({ description: 'Start of the bucket, RFC 3339, UTC.' }),
    open: decimal('USD per 1,000 tokens.'),
    high: decimal('USD per 1,000 tokens.'),
    low: decimal('USD per 1,000 tokens.'),
    close: decimal('USD per 1,000 tokens.'),
    volume: z.number().meta({ description: 'Tokens.', example: 52_300 }),
  })
  .meta({ id: 'Candle' });

export const candlesSchema = z
  .object({
    model_id: z.string(),
    region: z.enum([...REGIONS, 'any']).optional(),
    tenor: z.enum(TENORS),
    interval: z.enum(INTERVAL_NAMES),
    candles: z.array(candleSchema).meta({
      description: 'Oldest first. Buckets without a trade are left out.',
    }),
  })
  .meta({ id: 'Candles' });

export const estimateQuerySchema = z.object({
  quantity: int64('Tokens.').meta({ example: 1_000_000 }),
  region: viewRegion,
  limit_price: pricePerThousand('limit_price').optional().meta({
    description: 'Ceiling, USD per 1,000 tokens. Without it: whatever the market asks.',
  }),
  horizon_hours: int64('Horizon of the suggested limit price; 24 by default.').optional(),
  tenor: tenor.optional(),
});

const optionalPrice = (description: string) => decimal(description).nullable();

export const estimateSchema = z
  .object({
    model_id: z.string(),
    tenor: z.enum(TENORS),
    region: z.enum([...REGIONS, 'any']),
    quantity: z.number(),
    limit_price: optionalPrice('As asked, USD per 1,000 tokens; null for none.'),
    fillable_quantity: z.number().meta({ description: 'Tokens on offer now within the limit.' }),
    remaining_quantity: z.number().meta({ description: '`quantity` less `fillable_quantity`.' }),
    average_price: optionalPrice('Of the fillable quantity, USD per 1,000 tokens.'),
    worst_price: optionalPrice('Of the last token of the fillable quantity, USD per 1,000 tokens.'),
    estimated_wait_seconds: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'For the remaining quantity; null when nothing is known.' }),
    suggested_limit_price: optionalPrice(
      'The lowest limit at which the book, and what arrives within the horizon, cover the quantity, USD per 1,000 tokens.',
    ),
    horizon_hours: z.number(),
    sample_size: z
      .number()
      .int()
      .meta({ description: 'Asks within the limit that were placed in the lookback.' }),
    lookback_hours: z.number(),
    confidence: z.number().min(0).max(1),
    disclaimer: z.string(),
    as_of: timestamp,
  })
  .meta({ id: 'FillEstimate' });

const quoteSchema = z
  .object({
    region,
    best_bid: optionalPrice('USD per 1,000 tokens; null without a bid.'),
    best_ask: optionalPrice('USD per 1,000 tokens; null without an ask.'),
    last_price: optionalPrice('Of the newest trade, USD per 1,000 tokens; null without one.'),
    volume_24h: z.number().meta({ description: 'Tokens traded in the last 24 hours.' }),
  })
  .meta({ id: 'Quote' });

const instrumentSchema = z
  .object({
    model_id: z.string(),
    name: z.string(),
    context_window: z.number().int().nullable(),
    default_max_tokens: z.number().int(),
    list_price: optionalPrice(
      "The operator's, else the volume-weighted price of 24 hours. USD per 1,000 tokens.",
    ),
    quotes: z.array(quoteSchema),
    forwards: z
      .array(
        z
          .object({
            tenor: z.enum(TENORS),
            delivery_start: timestamp,
            quotes: z.array(quoteSchema),
          })
          .meta({ id: 'Forward' }),
      )
      .optional()
      .meta({ description: 'Books of later delivery, where there are any.' }),
  })
  .meta({ id: 'Instrument' });

export const catalogSchema = z
  .object({
    families: z.array(
      z
        .object({ family: z.string(), name: z.string(), instruments: z.array(instrumentSchema) })
        .meta({ id: 'Family' }),
    ),
    regions: z.array(region),
    as_of: timestamp,
  })
  .meta({ id: 'Catalog' });

export type CandlesQuery = z.output<typeof candlesQuerySchema>;
export type CandlesBody = z.output<typeof candlesSchema>;
export type EstimateBody = z.output<typeof estimateSchema>;
export type QuoteBody = z.output<typeof quoteSchema>;
export type InstrumentBody = z.output<typeof instrumentSchema>;
export type CatalogBody = z.output<typeof catalogSchema>;
