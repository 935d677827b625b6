/** The Seller surface (API-1): the credential identifies the seller. */
import { Router } from 'express';
import { Cursors } from '../cursor';
import type { GatewayDeps } from '../gateway-deps';
import { capacityHandler } from '../market/capacity';
import { deliveriesHandler } from '../market/deliveries';
import { ownReputationHandler } from '../market/reputation';
import { sellerTradesHandler } from '../market/seller-trades';
import type { SharedWithSellers } from '../market/surface';
import { webhookHandlers } from '../market/webhooks';
import type { Guards } from '../middleware/guards';
import { serveDescription, serveWebhooksDescription } from '../openapi/serve';
import { mountRoutes } from '../routes/mount';
import { sellerRoutes } from '../routes/seller';
import { ofSellers } from '../routes/webhooks';
import { StatementRoutes } from '../statements/routes';
import { sellerAccountHandler } from './account';
import { CalendarRoutes } from './calendar';
import { checkHandler } from './check';
import { OfferRoutes } from './offers';
import { profileHandler } from './profile';

export function createSellerSurface(
  deps: GatewayDeps,
  guards: Guards,
  { asks, decisions, register }: SharedWithSellers,
): Router {
  const { records, settings } = deps;
  const router = Router();
  const cursors = new Cursors(settings.secrets.keyPepper);
  const calendar = new CalendarRoutes(records, settings);
  const offers = new OfferRoutes(records, settings, asks);
  serveDescription(router, 'seller', '/openapi.json', deps.settings.PUBLIC_URL);
  serveWebhooksDescription(router, '/webhooks.json');
  mountRoutes(router, guards, sellerRoutes, {
    register,
    checkEndpoint: checkHandler(deps),
    getSellerAccount: sellerAccountHandler(records),
    getSellerStatement: new StatementRoutes(records, cursors).ofSeller,
    getProfile: profileHandler(records),
    listOffers: offers.list,
    createOffer: offers.create,
    cancelOffer: offers.cancel,
    reportCapacity: capacityHandler(records),
    listTrades: sellerTradesHandler(records, cursors, 'perMillion'),
    listDeliveries: deliveriesHandler(records, cursors),
    renewCalendar: calendar.renew,
    endCalendar: calendar.end,
    readCalendar: calendar.read,
    getReputation: ownReputationHandler(records),
    reportDecisions: decisions,
    ...ofSellers(webhookHandlers(deps, cursors)),
  });
  return router;
}
