import { accountRoutes } from './account';
import { contractRoutes } from './contracts';
import type { Routes } from './declared-route';
import { keyRoutes } from './keys';
import { marketDataRoutes } from './market-data';
import { marketSellerRoutes } from './market-sellers';
import { buyerWebhookRoutes } from './webhooks';

export const marketRoutes = {
  ...marketDataRoutes,
  ...marketSellerRoutes,
  ...contractRoutes,
  ...accountRoutes,
  ...keyRoutes,
  ...buyerWebhookRoutes,
} as const satisfies Routes;
