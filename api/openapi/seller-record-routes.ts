/** What a seller reads of itself and reports, on the Seller and on the Market surface. */
import { pageQuerySchema } from '../cursor';
import {
  decisionsSchema,
  marketTradesSchema,
  recordedSchema,
  reputationSchema,
  sellerTradesSchema,
} from '../schemas/seller-records';
import { type DescribedRoute, sellerPath } from './described-route';

const trades = {
  method: 'get',
  summary: 'Trades of the seller, newest first',
  credential: 'seller',
  query: pageQuerySchema,
} as const satisfies Partial<DescribedRoute>;

const decisions = {
  method: 'post',
  summary: 'Report decisions about capacity',
  description: 'Informational: changes no book. The newest 200 are kept.',
  credential: 'seller',
  limited: true,
  body: decisionsSchema,
  answer: recordedSchema,
} as const satisfies Partial<DescribedRoute>;

const decisionErrors = [
  'invalid_decisions',
  'invalid_reason',
  'invalid_model',
  'invalid_price',
  'invalid_quantity',
] as const;

const reputation = {
  method: 'get',
  summary: 'Reputation of the seller',
  description:
    'Of the last 30 days: 50 % fill rate, 30 % latency adherence, 20 % quality rate. Descriptive: it admits and refuses nobody.',
  cacheable: true,
  answer: reputationSchema,
} as const satisfies Partial<DescribedRoute>;

/** Prices per 1,000,000 tokens. */
export const sellerRecordRoutes: readonly DescribedRoute[] = [
  {
    ...trades,
    path: '/v1/trades',
    operationId: 'listTrades',
    answer: sellerTradesSchema,
  },
  {
    ...reputation,
    path: '/v1/reputation',
    operationId: 'getReputation',
    credential: 'seller',
  },
  { ...decisions, path: '/v1/decisions', operationId: 'reportDecisions', errors: decisionErrors },
];

/** Prices per 1,000 tokens. */
export const marketSellerRecordRoutes: readonly DescribedRoute[] = [
  {
    ...trades,
    path: '/v1/sellers/{id}/trades',
    operationId: 'listSellerTrades',
    params: sellerPath,
    answer: marketTradesSchema,
    errors: ['forbidden'],
  },
  {
    ...reputation,
    path: '/v1/sellers/{id}/reputation',
    operationId: 'getSellerReputation',
    credential: 'public',
    params: sellerPath,
    errors: ['not_found'],
  },
  {
    ...decisions,
    path: '/v1/sellers/{id}/decisions',
    operationId: 'reportSellerDecisions',
    params: sellerPath,
    errors: [...decisionErrors, 'forbidden'],
  },
];
