import { accountSummarySchema } from '../schemas/market';
import { contractRoutes } from './contracts';
import type { Routes } from './declared-route';
import { marketDataRoutes } from './market-data';
import { marketSellerRoutes } from './market-sellers';
import { accountExample } from './examples/market';

export const marketRoutes = {
  ...marketDataRoutes,
  ...marketSellerRoutes,
  ...contractRoutes,
  getAccount: {
    method: 'get',
    path: '/v1/account',
    tag: 'Account',
    summary: 'Balance and reservations of the buyer',
    credential: 'buyer',
    answer: accountSummarySchema,
    example: accountExample,
  },
} as const satisfies Routes;
