import { askListSchema, createAskSchema, createdAskSchema } from '../schemas/asks';
import { uuid } from '../schemas/fields';
import { accountSummarySchema, orderBookQuerySchema, orderBookSchema } from '../schemas/market';
import { contractRoutes } from './contract-routes';
import { type DescribedRoute, sellerPath } from './described-route';
import { marketDataRoutes } from './market-data-routes';
import { marketSellerRecordRoutes } from './seller-record-routes';
import { capacityReport, registration } from './seller-routes';

export const marketRoutes: readonly DescribedRoute[] = [
  ...marketDataRoutes,
  ...marketSellerRecordRoutes,
  ...contractRoutes,
  {
    method: 'get',
    path: '/v1/orderbook',
    operationId: 'getOrderBook',
    summary: 'The order book of an instrument',
    description: 'One row per price. An unknown instrument has an empty book.',
    credential: 'public',
    cacheable: true,
    query: orderBookQuerySchema,
    answer: orderBookSchema,
    errors: ['invalid_model', 'invalid_region', 'invalid_tenor'],
  },
  {
    method: 'get',
    path: '/v1/account',
    operationId: 'getAccount',
    summary: 'Balance and reservations of the buyer',
    credential: 'buyer',
    answer: accountSummarySchema,
  },
  { ...registration, path: '/v1/sellers/register', operationId: 'registerSeller' },
  {
    method: 'get',
    path: '/v1/sellers/{id}/asks',
    operationId: 'listAsks',
    summary: 'Active asks of a seller',
    credential: 'seller',
    params: sellerPath,
    answer: askListSchema,
    errors: ['forbidden'],
  },
  {
    method: 'post',
    path: '/v1/sellers/{id}/asks',
    operationId: 'createAsk',
    summary: 'Rest an ask on the book',
    credential: 'seller',
    limited: true,
    idempotent: true,
    params: sellerPath,
    body: createAskSchema,
    answer: createdAskSchema,
    errors: [
      'forbidden',
      'invalid_model',
      'invalid_price',
      'invalid_quantity',
      'invalid_region',
      'invalid_tenor',
      'seller_suspended',
      'seller_banned',
      'market_halted',
    ],
  },
  {
    method: 'delete',
    path: '/v1/sellers/{id}/asks/{ask_id}',
    operationId: 'cancelAsk',
    summary: 'Cancel the unfilled remainder of an ask',
    credential: 'seller',
    params: sellerPath.extend({ ask_id: uuid.meta({ description: 'The ask.' }) }),
    errors: ['forbidden', 'not_found'],
  },
  {
    ...capacityReport,
    path: '/v1/sellers/{id}/capacity',
    operationId: 'reportSellerCapacity',
    params: sellerPath,
    errors: ['forbidden', 'invalid_model', 'invalid_quantity', 'not_found'],
  },
];
