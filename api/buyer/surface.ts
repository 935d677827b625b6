/** The Buyer surface (specification, "Buyer surface"). */
import { Router } from 'express';
import type { GatewayDeps } from '../app';
import { route } from '../middleware/routes';
import { serveDescription } from '../openapi/serve';
import { modelsHandler } from './models';

/** @param chat the routes of `/v1/chat/completions`, which the gateway also serves at its own root */
export function createBuyerSurface(deps: GatewayDeps, chat: Router): Router {
  const router = Router();
  serveDescription(router, 'buyer', ['/openapi.json']);
  router.use('/v1/chat/completions', chat);
  route(router, '/v1/models', { get: modelsHandler(deps) });
  return router;
}
