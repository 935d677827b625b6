/** The Buyer surface (API-1). */
import { Router } from 'express';
import type { GatewayDeps } from '../gateway-deps';
import type { Guards } from '../middleware/guards';
import { route } from '../middleware/routes';
import { serveDescription } from '../openapi/serve';
import { modelsHandler } from './models';
import { TicketRoutes } from './tickets';

/** @param chat the routes of `/v1/chat/completions`, which the gateway also serves at its own root */
export function createBuyerSurface(deps: GatewayDeps, guards: Guards, chat: Router): Router {
  const router = Router();
  serveDescription(router, 'buyer', ['/openapi.json']);
  router.use('/v1/chat/completions', chat);
  route(router, '/v1/models', { get: modelsHandler(deps) });
  const tickets = new TicketRoutes(deps);
  route(router, '/v1/tickets', {
    post: [guards.buyer, guards.limit('orders'), guards.body, tickets.create],
  });
  route(router, '/v1/tickets/:id', { get: [guards.buyer, tickets.show] });
  return router;
}
