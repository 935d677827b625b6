import { chatChunkSchema, chatRequestSchema, chatResponseSchema } from '../schemas/chat';
import { modelListSchema } from '../schemas/market';
import { ticketRoutes } from './contract-routes';
import type { DescribedRoute } from './described-route';

export const buyerRoutes: readonly DescribedRoute[] = [
  {
    method: 'post',
    path: '/v1/chat/completions',
    operationId: 'createChatCompletion',
    summary: 'Bid for a chat completion',
    description:
      'Matches the bid by price, then time, dispatches it to the winning seller, and charges what was delivered. With the credential of a ticket it redeems the contract instead: prepaid, `max_price` does not count. Also served beneath the gateway itself.',
    credential: 'buyer',
    limited: true,
    idempotent: true,
    body: chatRequestSchema,
    answer: chatResponseSchema,
    streamed: chatChunkSchema,
    errors: [
      'invalid_price',
      'invalid_quantity',
      'invalid_region',
      'invalid_model',
      'insufficient_balance',
      'no_fill_at_limit',
      'no_match',
      'bid_timeout',
      'seller_unreachable',
      'contract_exhausted',
      'contract_pending',
      'contract_expired',
      'seller_default',
      'market_halted',
    ],
  },
  ...ticketRoutes,
  {
    method: 'get',
    path: '/v1/models',
    operationId: 'listModels',
    summary: 'Instruments that can be bid for',
    credential: 'public',
    answer: modelListSchema,
  },
];
