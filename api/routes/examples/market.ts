/** Examples of orders, contracts, market data and accounts. */
import { REGIONS } from '../../../domain/regions';
import { figuresExample } from './sellers';
import { IDS, LAST_PAGE, MODEL, NOON, ONE } from './values';

export const order = {
  order_id: IDS.order,
  client_order_id: 'batch-17',
  ticket_id: null,
  contract_id: IDS.contract,
  model_id: MODEL,
  region: 'eu-west',
  tenor: 'spot',
  side: 'bid',
  time_in_force: 'GTC',
  price: '0.0006',
  quantity: 1_000_000,
  filled_quantity: 400_000,
  remaining: 600_000,
  average_fill_price: '0.0005',
  status: 'partially_filled',
  reason: null,
  created_at: NOON,
  updated_at: NOON,
  expires_at: null,
} as const;

const contract = {
  contract_id: IDS.contract,
  order_id: IDS.order,
  ticket_id: null,
  model_id: MODEL,
  instrument: MODEL,
  region: 'eu-west',
  tenor: 'spot',
  quantity: 400_000,
  remaining: 399_942,
  reserved_tokens: 0,
  price: '0.0005',
  status: 'active',
  delivery_start: NOON,
  expires_at: ONE,
  created_at: NOON,
  lots: [
    {
      lot_id: IDS.lot,
      seller_id: IDS.seller,
      quantity: 400_000,
      remaining: 399_942,
      reserved_tokens: 0,
      price: '0.0005',
      status: 'active',
      capacity_short_at: null,
    },
  ],
} as const;

export const contractExamples = {
  create: {
    body: {
      model_id: MODEL,
      quantity: 1_000_000,
      price: '0.0006',
      region: 'eu-west',
      client_order_id: 'batch-17',
    },
    answer: order,
  },
  list: { answer: { contracts: [contract], ...LAST_PAGE } },
  show: { answer: contract },
  orders: { answer: { orders: [order], ...LAST_PAGE } },
  order: {
    answer: {
      ...order,
      waiting_for:
        'sellers of 600000 of its 1000000 tokens, at 0.6 USD per million or less, until it is cancelled',
      ahead: { orders: 2, tokens: 3_500_000 },
      fills: [
        {
          fill_id: IDS.lot,
          seller_id: IDS.seller,
          region: 'eu-west',
          price: '0.0005',
          quantity: 400_000,
          cost: '0.2',
          created_at: NOON,
        },
      ],
    },
  },
} as const;

const quote = {
  region: 'eu-west',
  best_bid: '0.0004',
  best_ask: '0.0005',
  last_price: '0.0005',
  volume_24h: 52_300,
} as const;

/** As the stream publishes it. */
export const trade = {
  type: 'trade',
  id: IDS.trade,
  model_id: MODEL,
  tenor: 'spot',
  price: '0.0005',
  quantity: '1500',
  taker_side: 'bid',
  region: 'eu-west',
  timestamp: 1_769_860_800_000,
} as const;

export const marketDataExamples = {
  sellers: {
    answer: {
      model_id: MODEL,
      sellers: [
        {
          seller_id: IDS.seller,
          best_ask: '0.0005',
          regions: ['eu-west'],
          venue_class: 'prime',
          score: 97.5,
          ...figuresExample,
        },
      ],
      as_of: NOON,
    },
  },
  activeSellers: {
    answer: {
      sellers: [
        {
          seller_id: IDS.seller,
          venue_class: 'prime',
          score: 97.5,
          model_id: MODEL,
          day: figuresExample.day,
        },
      ],
      as_of: NOON,
    },
  },
  markets: {
    answer: {
      families: [
        {
          family: 'llama',
          name: 'Llama',
          instruments: [
            {
              model_id: MODEL,
              name: 'Llama 3.3 70B',
              context_window: 131_072,
              default_max_tokens: 1_024,
              list_price: '0.0006',
              last_price: '0.0005',
              open_24h: '0.00052',
              quotes: [quote],
            },
          ],
        },
      ],
      regions: [...REGIONS],
      as_of: NOON,
    },
  },
  candles: {
    answer: {
      model_id: MODEL,
      region: 'eu-west',
      tenor: 'spot',
      interval: '1h',
      candles: [
        {
          time: NOON,
          open: '0.0005',
          high: '0.0006',
          low: '0.0004',
          close: '0.0005',
          volume: 52_300,
        },
      ],
    },
  },
  trades: {
    answer: { model_id: MODEL, region: 'any', tenor: 'spot', trades: [trade], ...LAST_PAGE },
  },
  estimate: {
    answer: {
      model_id: MODEL,
      tenor: 'spot',
      region: 'any',
      quantity: 2_000_000,
      limit_price: '0.0006',
      fillable_quantity: 1_500_000,
      remaining_quantity: 500_000,
      average_price: '0.0005',
      worst_price: '0.0006',
      estimated_wait_seconds: 900,
      suggested_limit_price: '0.0006',
      horizon_hours: 24,
      sample_size: 12,
      lookback_hours: 24,
      confidence: 0.8,
      disclaimer: 'An estimate from the present book.',
      as_of: NOON,
    },
  },
  orderBook: {
    answer: {
      type: 'orderbook_snapshot',
      model_id: MODEL,
      tenor: 'spot',
      region: 'any',
      bids: [{ price: '0.0004', quantity: '600000' }],
      asks: [{ price: '0.0005', quantity: '1000000' }],
      sequence: 1_042,
      timestamp: 1_769_860_800_000,
    },
  },
} as const;

export const accountSummary = {
  account_id: IDS.account,
  currency: 'USD',
  balance: '25',
  reserved: '0.36',
  available: '24.64',
  price_ceiling: '0.0006',
  reservations: [
    {
      reservation_id: IDS.order,
      amount: '0.36',
      reason: 'capacity',
      reference_id: IDS.order,
      created_at: NOON,
    },
  ],
  updated_at: NOON,
} as const;
