/** Sellers on the Market surface: registration, asks, reports. Prices per 1,000 tokens. */
import { askListSchema, createAskSchema, createdAskSchema } from '../schemas/asks';
import { uuid } from '../schemas/fields';
import { marketTradesSchema } from '../schemas/seller-records';
import { type Routes, sellerPath } from './declared-route';
import {
  capacityReport,
  decisionErrors,
  decisions,
  deliveries,
  postingErrors,
  registration,
  reputation,
  trades,
} from './sellers-on-both';
import { askExamples, tradeExamples } from './examples/sellers';

export const marketSellerRoutes = {
  registerSeller: { ...registration, path: '/v1/sellers/register' },
  listAsks: {
    method: 'get',
    path: '/v1/sellers/{id}/asks',
    tag: 'Asks',
    summary: 'Active asks of a seller',
    credential: 'ownSeller',
    params: sellerPath,
    answer: askListSchema,
    example: askExamples.list,
  },
  createAsk: {
    method: 'post',
    path: '/v1/sellers/{id}/asks',
    tag: 'Asks',
    summary: 'Post an ask to the book',
    credential: 'ownSeller',
    quota: 'asks',
    idempotent: true,
    params: sellerPath,
    body: createAskSchema,
    answer: createdAskSchema,
    errors: postingErrors,
    example: askExamples.create,
  },
  cancelAsk: {
    method: 'delete',
    path: '/v1/sellers/{id}/asks/{ask_id}',
    tag: 'Asks',
    summary: 'Cancel the unfilled remainder of an ask',
    credential: 'ownSeller',
    params: sellerPath.extend({ ask_id: uuid.meta({ description: 'The ask.' }) }),
    errors: ['not_found'],
  },
  reportSellerCapacity: {
    ...capacityReport,
    path: '/v1/sellers/{id}/capacity',
    credential: 'ownSeller',
    params: sellerPath,
    errors: ['invalid_model', 'invalid_quantity', 'not_found'],
  },
  listSellerTrades: {
    ...trades,
    path: '/v1/sellers/{id}/trades',
    credential: 'ownSeller',
    params: sellerPath,
    answer: marketTradesSchema,
    example: tradeExamples.perThousand,
  },
  listSellerDeliveries: {
    ...deliveries,
    path: '/v1/sellers/{id}/deliveries',
    credential: 'ownSeller',
    params: sellerPath,
  },
  getSellerReputation: {
    ...reputation,
    path: '/v1/sellers/{id}/reputation',
    credential: 'public',
    params: sellerPath,
    errors: ['not_found'],
  },
  reportSellerDecisions: {
    ...decisions,
    path: '/v1/sellers/{id}/decisions',
    credential: 'ownSeller',
    params: sellerPath,
    errors: decisionErrors,
  },
} as const satisfies Routes;
