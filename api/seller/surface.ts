/** The Seller surface (API-1): the credential says who the seller is. */
import { Router } from 'express';
import type { GatewayDeps } from '../gateway-deps';
import { Cursors, pageQuerySchema } from '../cursor';
import { capacityHandler } from '../market/capacity';
import { deliveriesHandler } from '../market/deliveries';
import { ownReputationHandler } from '../market/reputation';
import { sellerTradesHandler } from '../market/seller-trades';
import type { SharedWithSellers } from '../market/surface';
import type { Guards } from '../middleware/guards';
import { route } from '../middleware/routes';
import { deliveriesQuerySchema } from '../schemas/contracts';
import { serveDescription } from '../openapi/serve';
import { OfferRoutes } from './offers';
import { profileHandler } from './profile';

export function createSellerSurface(
  deps: GatewayDeps,
  guards: Guards,
  { asks, decisions, register }: SharedWithSellers,
): Router {
  const router = Router();
  const cursors = new Cursors(deps.settings.secrets.keyPepper);
  const offers = new OfferRoutes(deps.records, deps.settings, asks);

  serveDescription(router, 'seller', ['/openapi.json']);
  route(router, '/v1/register', {
    post: [guards.limit('registrations'), guards.body, register],
  });
  route(router, '/v1/profile', { get: [guards.seller, profileHandler(deps.records)] });
  route(router, '/v1/offers', {
    get: [guards.seller, offers.list],
    post: [guards.seller, guards.limit('asks'), guards.body, offers.create],
  });
  route(router, '/v1/offers/:id', { delete: [guards.seller, offers.cancel] });
  route(router, '/v1/capacity', {
    post: [guards.seller, guards.limit('capacity'), guards.body, capacityHandler(deps.records)],
  });
  route(
    router,
    '/v1/trades',
    { get: [guards.seller, sellerTradesHandler(deps.records, cursors, 'perMillion')] },
    pageQuerySchema,
  );
  route(
    router,
    '/v1/deliveries',
    { get: [guards.seller, deliveriesHandler(deps.records, cursors)] },
    deliveriesQuerySchema,
  );
  route(router, '/v1/reputation', { get: [guards.seller, ownReputationHandler(deps.records)] });
  route(router, '/v1/decisions', {
    post: [guards.seller, guards.limit('decisions'), guards.decisionsBody, decisions],
  });
  return router;
}
