/** Examples of sellers: registration, asks, offers, reports. */
import { FIVE_PAST, IDS, LAST_PAGE, MODEL, NOON, ONE } from './values';

export const registered = {
  seller_id: IDS.seller,
  name: 'North',
  endpoint_url: 'https://inference.example.com/v1',
  supported_models: [MODEL],
  regions: ['eu-west'],
  registered_at: NOON,
} as const;

const apiKey = '5b8f0c5d1c7e4f0b9a3d6e2c8f7a1b4d';

const reported = { model_id: MODEL, available_tokens: 250_000, queued_tokens: 12_000 } as const;

const figures = {
  answered: 120,
  refused: 2,
  refused_share: 0.0164,
  first_byte_ms: { p50: 320, p95: 810 },
  tokens_per_second: { p50: 48.5, p95: 61.2 },
  tool_calls: 14,
  parsed_tool_calls_share: 1,
} as const;

/** The same in the last hour and the last day. */
export const figuresExample = { hour: figures, day: figures } as const;

const snapshot = {
  seller_id: IDS.seller,
  score: 97.5,
  fill_rate: 0.99,
  latency_adherence: 0.95,
  quality_rate: 0.99,
  timestamp: NOON,
} as const;

export const sellerExamples = {
  registration: {
    body: {
      name: 'North',
      endpoint_url: registered.endpoint_url,
      supported_models: [MODEL],
      api_key: apiKey,
      regions: ['eu-west'],
    },
    answer: { ...registered, api_key: apiKey },
  },
  check: {
    body: { endpoint_url: registered.endpoint_url, model: MODEL },
    answer: {
      endpoint_url: registered.endpoint_url,
      passed: false,
      checks: [
        { check: 'address', status: 'ok', found: registered.endpoint_url, remedy: null },
        {
          check: 'reachable',
          status: 'fail',
          found: 'no answer within 20 s',
          remedy: `Start the server, and see that POST ${registered.endpoint_url} reaches it from here.`,
        },
      ],
    },
  },
  account: {
    answer: {
      seller_id: IDS.seller,
      models: [{ model_id: MODEL, name: MODEL }],
      payable: '12.5',
      standing: 'Active',
      suspended_until: null,
      standing_history: [{ standing: 'Active', reason: 'registration', actor: 'seller', at: NOON }],
      capacity_reports: [{ ...reported, owed_tokens: 399_942, reported_at: NOON }],
    },
  },
  profile: {
    answer: {
      ...registered,
      standing: 'Active',
      venue_class: 'prime',
      endpoint_verified: true,
      models: [
        {
          model: MODEL,
          upstream_model: 'meta-llama/Llama-3.3-70B-Instruct',
          context_window: 131_072,
          features: ['tools', 'json_schema'],
        },
      ],
      learned_limits: [],
      has_upstream_authorization: false,
    },
  },
  capacity: {
    body: reported,
    answer: {
      seller_id: IDS.seller,
      ...reported,
      owed_tokens: 399_942,
      reported_at: NOON,
      warning: `You owe 399942 tokens of ${MODEL} in open windows, which is more than you report.`,
    },
  },
  deliveries: {
    answer: {
      deliveries: [
        {
          contract_id: IDS.contract,
          lot_id: IDS.lot,
          buyer_id: IDS.account,
          instrument: MODEL,
          status: 'active',
          quantity: 400_000,
          remaining: 399_942,
          reserved_tokens: 0,
          drawn_tokens: 58,
          paid_tokens: 0,
          refunded_tokens: 0,
          earned: '0.00002842',
          refunded: '0',
          in_escrow: '0.199971',
          delivery_start: NOON,
          expires_at: ONE,
          ended_at: null,
          refund_reason: null,
          default_evidence: null,
        },
      ],
      ...LAST_PAGE,
    },
  },
  calendar: {
    answer: {
      calendar_url: `https://tokenbook.example.com/seller/v1/calendars/${IDS.seller}?secret=Zm9ydHktdHdvIGJ5dGVzIG9mIHJhbmRvbW5lc3M`,
    },
  },
  decisions: {
    body: {
      decisions: [
        {
          at: '2026-01-31T12:00:00Z',
          model_id: MODEL,
          sold: true,
          reason: 'Queue is short.',
          tokens: 250_000,
          price_per_million: '0.5',
        },
      ],
    },
    answer: { seller_id: IDS.seller, recorded: 1 },
  },
  reputation: {
    answer: {
      seller_id: IDS.seller,
      figures: [{ model_id: MODEL, ...figuresExample }],
      current: snapshot,
      history: [snapshot],
    },
  },
} as const;

const trade = {
  trade_id: IDS.trade,
  fill_id: IDS.fill,
  ask_id: IDS.ask,
  model_id: MODEL,
  region: 'eu-west',
  tenor: 'spot',
  quantity: 1_000,
  gross: '0.0005',
  fee: '0.00001',
  net: '0.00049',
  earned: '0.00049',
  refunded: '0',
  in_escrow: '0',
  taker_side: 'bid',
  status: 'settled',
  usage_flag: null,
  executed_at: NOON,
} as const;

export const tradeExamples = {
  perThousand: { answer: { trades: [{ ...trade, price: '0.0005' }], ...LAST_PAGE } },
  perMillion: { answer: { trades: [{ ...trade, price: '0.5' }], ...LAST_PAGE } },
} as const;

const ask = {
  ask_id: IDS.ask,
  model_id: MODEL,
  region: 'eu-west',
  tenor: 'spot',
  price: '0.0005',
  capacity: 1_000_000,
  remaining: 1_000_000,
  created_at: NOON,
  expires_at: FIVE_PAST,
} as const;

export const askExamples = {
  create: {
    body: { model_id: MODEL, price: '0.0005', capacity: 1_000_000, ttl_seconds: 300 },
    answer: { ...ask, seller_id: IDS.seller },
  },
  list: { answer: { asks: [{ ...ask, remaining: 999_000 }] } },
} as const;

const offer = {
  offer_id: IDS.ask,
  status: 'active',
  model: MODEL,
  region: 'eu-west',
  price_per_million_tokens: '0.5',
  quantity_tokens: 1_000_000,
  remaining_tokens: 1_000_000,
  created_at: NOON,
  expires_at: FIVE_PAST,
} as const;

export const offerExamples = {
  create: {
    body: {
      model: MODEL,
      region: 'eu-west',
      price_per_million_tokens: '0.5',
      quantity_tokens: 1_000_000,
      valid_for_seconds: 300,
    },
    answer: { ...offer, valid_for_seconds: 300, tenor: 'spot' },
  },
  list: { answer: { offers: [{ ...offer, remaining_tokens: 999_000 }] } },
} as const;
