import { chatChunkSchema, chatRequestSchema, chatResponseSchema } from '../schemas/chat';
import { currentKeySchema } from '../schemas/keys';
import { modelListSchema, modelPath, modelSchema } from '../schemas/market';
import type { Routes } from './declared-route';
import { testModeRoutes } from './test-mode';
import { ticketRoutes } from './tickets';
import { chatExample, modelExample, modelsExample } from './examples/buyer';
import { currentKeyExample } from './examples/keys';

/** Also served at the gateway's root, for clients configured with its own address. */
export const rootRoutes = {
  createChatCompletion: {
    method: 'post',
    path: '/v1/chat/completions',
    tag: 'Chat',
    summary: 'Bid for a chat completion',
    description:
      'Matches the bid in price-time priority, dispatches it to the seller of the best eligible ask, and charges the delivered tokens. With the credential of a ticket the request draws on the prepaid contract instead, and `max_price` has no effect. Also available without the `/buyer` prefix.',
    credential: 'buyerOrTicket',
    quota: 'chat',
    idempotent: true,
    body: chatRequestSchema,
    reader: 'chatBody',
    answer: chatResponseSchema,
    streamed: chatChunkSchema,
    errors: [
      'invalid_price',
      'invalid_quantity',
      'invalid_region',
      'invalid_model',
      'insufficient_balance',
      'key_limit_reached',
      'no_fill_at_limit',
      'no_match',
      'bid_timeout',
      'seller_unreachable',
      'contract_exhausted',
      'contract_pending',
      'contract_expired',
      'seller_default',
      'ended_by_operator',
      'market_halted',
    ],
    example: chatExample,
  },
  getCurrentKey: {
    method: 'get',
    path: '/v1/key',
    tag: 'Keys',
    summary: 'The key of the request: its limit, and what it has used',
    description: "With OpenRouter's names. What is bought ahead is not part of the usage.",
    credential: 'anyBuyerKey',
    answer: currentKeySchema,
    errors: ['not_found'],
    example: currentKeyExample,
  },
  listModels: {
    method: 'get',
    path: '/v1/models',
    tag: 'Models',
    summary: 'Instruments that can be bid for',
    credential: 'public',
    answer: modelListSchema,
    example: modelsExample,
  },
  getModel: {
    method: 'get',
    path: '/v1/models/{model_id}',
    tag: 'Models',
    summary: 'One instrument',
    description: 'Slashes in the name may be encoded or not.',
    credential: 'public',
    params: modelPath,
    answer: modelSchema,
    errors: ['not_found'],
    example: modelExample,
  },
} as const satisfies Routes;

export const buyerRoutes = {
  ...rootRoutes,
  ...ticketRoutes,
  ...testModeRoutes,
} as const satisfies Routes;
