/** Bodies of a seller's own data and reports: trades, reputation, decisions. */
import { z } from 'zod';
import { parseInstrument } from '../../domain/instruments';
import { parsePrice } from '../../domain/money';
import { QUANTITY_TOKENS_MAX } from '../../domain/quantities';
import { parseRfc3339 } from '../../domain/timestamps';
import { USAGE_FLAGS } from '../../domain/answers/reported-usage';
import { TRADE_STATES } from '../../records/documents/trade';
import { pageFields } from '../cursor';
import {
  timeField,
  idOf,
  instrumentText,
  regionOf,
  tokens,
  usd,
  usdPerMillion,
  usdPerThousand,
  venueClass,
} from './answers';
import { INSTRUMENT_PATTERN, tenor } from './fields';

export const DECISIONS_MAX = 200;
export const REASON_LENGTH_MAX = 500;

const tradeFields = {
  trade_id: idOf('trade'),
  fill_id: idOf('fill'),
  ask_id: idOf('ask'),
  model_id: instrumentText,
  region: regionOf('Region of execution'),
  tenor,
  quantity: tokens('Traded quantity'),
  gross: usd('Amount paid by the buyer'),
  fee: usd('Fee of the exchange'),
  net: usd('Amount paid by the buyer less the fee'),
  earned: usd(
    'Amount owed to the seller so far, after the fee. Tokens that are sold ahead are earned as they are drawn, and when their window ends',
  ),
  refunded: usd('Amount that went back to the buyer'),
  in_escrow: usd('Amount paid ahead that is still in escrow: not earned yet, and not refunded'),
  taker_side: z.enum(['bid', 'ask']).meta({ description: 'Side of the incoming order.' }),
  status: z
    .enum(TRADE_STATES)
    .meta({ description: 'A trade of tokens sold ahead is `pending` until its lot has ended.' }),
  usage_flag: z.enum(USAGE_FLAGS).nullable().meta({
    description:
      '`implausible` if the reported usage exceeds twice the count of the exchange, `too_low` if it is less than half of the visible text: then the count of the exchange is charged.',
  }),
  executed_at: timeField('Time of execution'),
};

/** Prices per 1,000 tokens. */
export const marketTradesSchema = z
  .object({
    trades: z
      .array(z.object({ ...tradeFields, price: usdPerThousand() }).meta({ id: 'Trade' }))
      .meta({ description: 'Newest first.' }),
    ...pageFields,
  })
  .meta({ id: 'TradeList' });

/** Prices per 1,000,000 tokens. */
export const sellerTradesSchema = z
  .object({
    trades: z
      .array(z.object({ ...tradeFields, price: usdPerMillion() }).meta({ id: 'SellerTrade' }))
      .meta({ description: 'Newest first.' }),
    ...pageFields,
  })
  .meta({ id: 'SellerTradeList' });

/** Applies a parser of the domain; its refusal becomes an issue at the field's own path. */
function understood<T>(parse: (text: string) => T) {
  return z.string().transform((text, ctx) => {
    try {
      return parse(text);
    } catch (err) {
      ctx.addIssue({ code: 'custom', message: (err as Error).message });
      return z.NEVER;
    }
  });
}

const decisionSchema = z
  .strictObject({
    at: understood((text) => {
      const at = parseRfc3339(text);
      if (!at) throw new RangeError('must be a timestamp of RFC 3339');
      return at;
    }).meta({ description: 'RFC 3339, any offset.', format: 'date-time' }),
    model_id: understood((text) => parseInstrument(text, 'model_id'))
      .nullish()
      .meta({
        description: 'Null for a decision about the whole cluster.',
        pattern: INSTRUMENT_PATTERN,
      }),
    sold: z.boolean().meta({ description: 'Whether capacity was listed as a result.' }),
    reason: z.string().meta({ description: 'Free text.', maxLength: REASON_LENGTH_MAX }),
    tokens: z.number().int().min(0).max(QUANTITY_TOKENS_MAX).nullish().meta({
      description: 'Tokens of the decision, if it had a quantity.',
    }),
    price_per_million: understood((text) => parsePrice(text, 'perMillion', 'price_per_million'))
      .nullish()
      .meta({
        description: 'USD per 1,000,000 tokens, if the decision had a price.',
        example: '0.6',
      }),
  })
  .meta({ id: 'Decision' });

export const decisionsSchema = z
  .strictObject({
    decisions: z
      .array(decisionSchema)
      .min(1)
      .max(DECISIONS_MAX)
      .meta({ description: `Newest last. The newest ${DECISIONS_MAX} of a seller are stored.` }),
  })
  .meta({
    id: 'Decisions',
    example: {
      decisions: [
        {
          at: '2026-01-31T12:00:00Z',
          model_id: 'llama-3.3-70b',
          sold: true,
          reason: 'Queue is short.',
          tokens: 250_000,
          price_per_million: '0.6',
        },
      ],
    },
  });

export const recordedSchema = z
  .object({
    seller_id: idOf('seller'),
    recorded: z.number().int().meta({ description: 'Number of stored decisions.' }),
  })
  .meta({ id: 'RecordedDecisions' });

const rate = (what: string) =>
  z
    .number()
    .min(0)
    .max(1)
    .meta({ description: `${what} From 0 to 1.`, example: 0.98 });

const reputationScore = z
  .number()
  .min(0)
  .max(100)
  .meta({ description: 'From 0 to 100.', example: 97.5 });

const snapshotSchema = z
  .object({
    seller_id: idOf('seller'),
    score: reputationScore,
    fill_rate: rate('Successful fills divided by matched trades.'),
    latency_adherence: rate('Trades in time divided by observed trades.'),
    quality_rate: rate('Well-formed responses divided by all responses.'),
    timestamp: timeField('When the snapshot was taken'),
  })
  .meta({ id: 'ReputationSnapshot' });

const percentiles = (what: string, example: number) =>
  z
    .object({
      p50: z.number().meta({ description: `${what}: the median.`, example }),
      p95: z.number().meta({ description: `${what}: the 95th percentile.`, example: 2 * example }),
    })
    .nullable()
    .meta({ description: `${what}; null without any.` });

const share = (what: string) =>
  z.number().min(0).max(1).nullable().meta({ description: what, example: 0.02 });

const count = (what: string) => z.number().int().meta({ description: what, example: 120 });

const figuresSchema = z
  .object({
    answered: count('Complete answers.'),
    refused: count('Requests that it refused (400, 413 or 422).'),
    refused_share: share('Refused requests, of those that it answered or refused.'),
    first_byte_ms: percentiles('Time to the first byte of streamed answers in milliseconds', 320),
    tokens_per_second: percentiles(
      'Completion tokens for each second from the request to the end of its answer',
      48.5,
    ),
    tool_calls: count('Calls of functions in its answers.'),
    parsed_tool_calls_share: share('Those whose arguments are a JSON object.'),
  })
  .meta({
    id: 'SellerFigures',
    description: 'How a seller answered in an instrument, measured by the exchange.',
  });

/** The last hour, and the last 24 hours. */
const windows = { hour: figuresSchema, day: figuresSchema };

export const instrumentSellersSchema = z
  .object({
    model_id: instrumentText,
    sellers: z
      .array(
        z
          .object({
            seller_id: idOf('seller'),
            best_ask: usdPerThousand('Lowest price of its active asks.'),
            regions: z.array(regionOf('A region')).meta({ description: 'Regions of its asks.' }),
            venue_class: venueClass,
            score: reputationScore.nullable(),
            ...windows,
          })
          .meta({ id: 'InstrumentSeller' }),
      )
      .meta({ description: 'Sellers with an active ask of spot capacity, at most 100.' }),
    as_of: timeField('When it was read'),
  })
  .meta({ id: 'InstrumentSellers' });

export const sellersSchema = z
  .object({
    sellers: z
      .array(
        z
          .object({
            seller_id: idOf('seller'),
            venue_class: venueClass,
            score: reputationScore.nullable(),
            model_id: instrumentText.nullable().meta({
              description: 'The instrument that it answered most within 24 hours; null for none.',
            }),
            day: figuresSchema,
          })
          .meta({ id: 'ActiveSeller' }),
      )
      .meta({ description: 'By score, the best first, at most 500.' }),
    as_of: timeField('When it was read'),
  })
  .meta({ id: 'ActiveSellers' });

export const reputationSchema = z
  .object({
    seller_id: idOf('seller'),
    figures: z
      .array(z.object({ model_id: instrumentText, ...windows }).meta({ id: 'ModelFigures' }))
      .meta({ description: 'Of each instrument that it was asked for within 24 hours.' }),
    current: snapshotSchema.nullable().meta({ description: 'The newest snapshot.' }),
    history: z.array(snapshotSchema).meta({ description: 'The newest 100, newest first.' }),
  })
  .meta({ id: 'Reputation' });

export type Decisions = z.output<typeof decisionsSchema>;
export type MarketTradesBody = z.output<typeof marketTradesSchema>;
export type SellersBody = z.output<typeof sellersSchema>;
export type InstrumentSellersBody = z.output<typeof instrumentSellersSchema>;
export type ReputationBody = z.output<typeof reputationSchema>;
