/** The Seller surface (specification, "Seller surface"): the credential says who the seller is. */
import { Router } from 'express';
import type { GatewayDeps } from '../app';
import { AskBook } from '../market/ask-book';
import { capacityHandler } from '../market/capacity';
import { registerHandler } from '../market/register';
import type { Guards } from '../middleware/guards';
import { route } from '../middleware/routes';
import { serveDescription } from '../openapi/serve';
import { OfferRoutes } from './offers';
import { profileHandler } from './profile';

export function createSellerSurface(deps: GatewayDeps, guards: Guards): Router {
  const router = Router();
  const offers = new OfferRoutes(deps.records, deps.settings, new AskBook(deps));

  serveDescription(router, 'seller', ['/openapi.json']);
  route(router, '/v1/register', { post: [guards.body, registerHandler(deps)] });
  route(router, '/v1/profile', { get: [guards.seller, profileHandler] });
  route(router, '/v1/offers', {
    get: [guards.seller, offers.list],
    post: [guards.seller, guards.limit('asks'), guards.body, offers.create],
  });
  route(router, '/v1/offers/:id', { delete: [guards.seller, offers.cancel] });
  route(router, '/v1/capacity', {
    post: [guards.seller, guards.limit('capacity'), guards.body, capacityHandler(deps.records)],
  });
  return router;
}
