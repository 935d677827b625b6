/** Examples of an account's requests, spend and statement. */
import { accountSummary } from './market';
import { statement } from './operator';
import { IDS, LAST_PAGE, MODEL, NOON } from './values';

const SOON = '2026-01-31T12:00:00.180Z';
const LATER = '2026-01-31T12:00:01.250Z';

const request = {
  order_id: IDS.order,
  request_id: 'req-17',
  status: 'filled',
  model_id: MODEL,
  stream: true,
  requested_region: null,
  price_limit: '0.0006',
  contract_id: null,
  fill_id: IDS.fill,
  seller_id: IDS.seller,
  venue_class: 'prime',
  region: 'eu-west',
  price: '0.0005',
  list_price: '0.0006',
  tokens: 58,
  cost: '0.000029',
  refusal: null,
  received_at: NOON,
  matched_at: NOON,
  dispatched_at: NOON,
  first_byte_at: SOON,
  ended_at: LATER,
} as const;

export const accountExamples = {
  summary: { answer: accountSummary },
  spend: {
    answer: {
      account_id: IDS.account,
      currency: 'USD',
      from: '2026-01-02',
      to: '2026-01-31',
      spent: '0.36',
      refunded: '0',
      rows: [
        {
          date: '2026-01-31',
          model_id: MODEL,
          spent: '0.36',
          refunded: '0',
          tokens: 720_000,
          trades: 41,
        },
      ],
    },
  },
  statement: { answer: { account_id: IDS.account, ...statement } },
  requests: { answer: { requests: [request], ...LAST_PAGE } },
  request: {
    answer: {
      ...request,
      waiting_for: null,
      quantity: 1_034,
      prompt_tokens: 10,
      completion_tokens: 48,
      attempts: [
        {
          fill_id: IDS.fill,
          seller_id: IDS.seller,
          region: 'eu-west',
          price: '0.0005',
          number: 1,
          state: 'delivered',
          reason: null,
          started_at: NOON,
          first_byte_at: SOON,
          ended_at: LATER,
        },
      ],
    },
  },
} as const;
