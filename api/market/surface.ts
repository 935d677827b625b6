/** The Market surface (API-1). */
import { type RequestHandler, Router } from 'express';
import type { GatewayDeps } from '../gateway-deps';
import { Cursors, pageQuerySchema } from '../cursor';
import { ownSeller } from '../middleware/credential';
import type { Guards } from '../middleware/guards';
import { route } from '../middleware/routes';
import { deliveriesQuerySchema, orderQuerySchema } from '../schemas/contracts';
import { orderBookQuerySchema } from '../schemas/market';
import { candlesQuerySchema, estimateQuerySchema } from '../schemas/market-data';
import { serveDescription } from '../openapi/serve';
import { serveStreamDescription } from '../stream/asyncapi';
import { accountHandler } from './account';
import { AskBook, askLimitsOf } from './ask-book';
import { AskRoutes } from './asks';
import { candlesHandler } from './candles';
import { capacityHandler } from './capacity';
import { CatalogRoute } from './catalog';
import { contractHandler, contractsHandler } from './contract-views';
import { ContractRoutes } from './contracts';
import { decisionsHandler } from './decisions';
import { deliveriesHandler } from './deliveries';
import { estimateHandler } from './estimate';
import { type ViewDeps, orderBookHandler } from './order-book';
import { OrderRoutes } from './orders';
import { registerHandler } from './register';
import { reputationHandler } from './reputation';
import { sellerTradesHandler } from './seller-trades';

export type MarketDeps = GatewayDeps & ViewDeps;

/** What the Market and the Seller surface have in common. */
export interface SharedWithSellers {
  readonly asks: AskBook;
  readonly decisions: RequestHandler;
  readonly register: RequestHandler;
}

export function sharedWithSellers(deps: MarketDeps): SharedWithSellers {
  return {
    asks: new AskBook(deps, askLimitsOf(deps.settings)),
    decisions: decisionsHandler(deps.records),
    register: registerHandler(deps),
  };
}

export function createMarketSurface(
  deps: MarketDeps,
  guards: Guards,
  shared: SharedWithSellers,
): Router {
  const router = Router();
  const asks = new AskRoutes(deps.records, deps.settings, shared.asks);

  serveDescription(router, 'market', ['/openapi.json']);
  serveStreamDescription(router, '/asyncapi.json');
  route(router, '/v1/orderbook', { get: orderBookHandler(deps) }, orderBookQuerySchema);
  route(router, '/v1/account', { get: [guards.buyer, accountHandler(deps.records)] });
  route(router, '/v1/sellers/register', {
    post: [guards.limit('registrations'), guards.body, shared.register],
  });
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
  mountMarketData(router, deps);
  mountSellerRecords(router, deps, guards, shared.decisions);
  mountContracts(router, deps, guards);
  return router;
}

function mountMarketData(router: Router, deps: MarketDeps): void {
  route(router, '/v1/markets', { get: new CatalogRoute(deps).show });
  route(
    router,
    '/v1/markets/:model_id/candles',
    { get: candlesHandler(deps.records) },
    candlesQuerySchema,
  );
  route(
    router,
    '/v1/markets/:model_id/estimate',
    { get: estimateHandler(deps) },
    estimateQuerySchema,
  );
  route(router, '/v1/sellers/:id/reputation', { get: reputationHandler(deps.records) });
}

function mountContracts(router: Router, deps: GatewayDeps, guards: Guards): void {
  const { records, contractOrders, settings } = deps;
  const cursors = new Cursors(settings.secrets.keyPepper);
  const contracts = new ContractRoutes(deps);
  const orders = new OrderRoutes(records, contractOrders, cursors);
  route(
    router,
    '/v1/contracts',
    {
      get: [guards.buyer, contractsHandler(records, cursors)],
      post: [guards.buyer, guards.limit('orders'), guards.body, contracts.create],
    },
    pageQuerySchema,
  );
  route(router, '/v1/contracts/:id', { get: [guards.buyer, contractHandler(records)] });
  route(router, '/v1/orders', { get: [guards.buyer, orders.list] }, orderQuerySchema);
  route(router, '/v1/orders/:id', {
    get: [guards.buyer, orders.show],
    delete: [guards.buyer, orders.cancel],
  });
  route(
    router,
    '/v1/sellers/:id/deliveries',
    { get: [guards.seller, ownSeller, deliveriesHandler(records, cursors)] },
    deliveriesQuerySchema,
  );
}

function mountSellerRecords(
  router: Router,
  { records, settings }: GatewayDeps,
  guards: Guards,
  decisions: RequestHandler,
) {
  const cursors = new Cursors(settings.secrets.keyPepper);
  route(
    router,
    '/v1/sellers/:id/trades',
    { get: [guards.seller, ownSeller, sellerTradesHandler(records, cursors, 'perThousand')] },
    pageQuerySchema,
  );
  route(router, '/v1/sellers/:id/decisions', {
    post: [guards.seller, ownSeller, guards.limit('decisions'), guards.decisionsBody, decisions],
  });
}
