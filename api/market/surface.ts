/** The Market surface (specification, "Market surface"). */
import { Router } from 'express';
import type { GatewayDeps } from '../app';
import { ownSeller } from '../middleware/credential';
import type { Guards } from '../middleware/guards';
import { route } from '../middleware/routes';
import { serveDescription } from '../openapi/serve';
import { accountHandler } from './account';
import { AskBook } from './ask-book';
import { AskRoutes } from './asks';
import { capacityHandler } from './capacity';
import { orderBookHandler } from './order-book';
import { registerHandler } from './register';

export function createMarketSurface(deps: GatewayDeps, guards: Guards): Router {
  const router = Router();
  const asks = new AskRoutes(deps.records, deps.settings, new AskBook(deps));

  serveDescription(router, 'market', ['/openapi.json']);
  route(router, '/v1/orderbook', { get: orderBookHandler(deps) });
  route(router, '/v1/account', { get: [guards.buyer, accountHandler(deps.records)] });
  route(router, '/v1/sellers/register', { post: [guards.body, registerHandler(deps)] });
  route(router, '/v1/sellers/:id/asks', {
    get: [guards.seller, ownSeller, asks.list],
    post: [guards.seller, ownSeller, guards.limit('asks'), guards.body, asks.create],
  });
  route(router, '/v1/sellers/:id/asks/:ask_id', {
    delete: [guards.seller, ownSeller, asks.cancel],
  });
  route(router, '/v1/sellers/:id/capacity', {
    post: [
      guards.seller,
      ownSeller,
      guards.limit('capacity'),
      guards.body,
      capacityHandler(deps.records),
    ],
  });
  return router;
}
