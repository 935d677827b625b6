/** The Market surface (API-1). */
import { Router } from 'express';
import type { GatewayDeps } from '../gateway-deps';
import { Cursors } from '../cursor';
import type { Guards } from '../middleware/guards';
import {
  serveDescription,
  serveStreamDescription,
  serveWebhooksDescription,
} from '../openapi/serve';
import type { accountRoutes } from '../routes/account';
import type { contractRoutes } from '../routes/contracts';
import type { HandlerWithChecks, Handlers, RouteHandler } from '../routes/declared-route';
import { marketRoutes } from '../routes/market';
import type { marketDataRoutes } from '../routes/market-data';
import { mountRoutes } from '../routes/mount';
import type { marketSellerRoutes } from '../routes/market-sellers';
import type { registration } from '../routes/sellers-on-both';

import { accountHandler } from './account';
import { AskService } from '../../exchange/asks/ask-service';
import { askLimitsOf } from '../../exchange/asks/ask-terms';
import { AskRoutes } from './asks';
import { candlesHandler } from './candles';
import { capacityHandler } from './capacity';
import type { CatalogRoute } from './catalog';
import { contractHandler, contractsHandler } from './contract-views';
import { ContractRoutes } from './contracts';
import { type DecisionsRoute, reportDecisions } from './decisions';
import { deliveriesHandler } from './deliveries';
import { estimateHandler } from './estimate';
import { keyHandlers } from './keys';
import { type ViewDeps, orderBookHandler } from './order-book';
import { OrderRoutes } from './orders';
import { EndpointProofs } from '../../exchange/probing/endpoint-proofs';
import { registerHandler } from './register';
import { reputationHandler } from './reputation';
import { instrumentSellersHandler, sellersHandler } from './seller-figures';
import { RequestRoutes } from './requests';
import { sellerTradesHandler } from './seller-trades';
import { spendHandler } from './spend';
import { tradesHandler } from './trades';
import { StatementRoutes } from '../statements/routes';
import { webhookHandlers } from './webhooks';

export type MarketDeps = GatewayDeps & ViewDeps & { readonly catalogRoute: CatalogRoute };

/** Shared by the Market and the Seller surface. */
export interface SharedWithSellers {
  readonly asks: AskService;
  readonly decisions: HandlerWithChecks<DecisionsRoute>;
  readonly register: RouteHandler<typeof registration>;
}

export function sharedWithSellers(deps: MarketDeps): SharedWithSellers {
  return {
    asks: new AskService(deps, askLimitsOf(deps.settings)),
    decisions: reportDecisions(deps.records),
    register: registerHandler({ ...deps, proofs: new EndpointProofs(deps) }),
  };
}

export function createMarketSurface(
  deps: MarketDeps,
  guards: Guards,
  shared: SharedWithSellers,
): Router {
  const router = Router();
  serveDescription(router, 'market', '/openapi.json', deps.settings.PUBLIC_URL);
  serveStreamDescription(router, '/asyncapi.json');
  serveWebhooksDescription(router, '/webhooks.json');
  mountRoutes(router, guards, marketRoutes, {
    ...accountHandlers(deps),
    ...marketDataHandlers(deps),
    ...sellerHandlers(deps, shared),
    ...contractHandlers(deps),
    ...keyHandlers(deps),
    ...webhookHandlers(deps, new Cursors(deps.settings.secrets.keyPepper)),
  });
  return router;
}

function accountHandlers({ records, settings }: GatewayDeps): Handlers<typeof accountRoutes> {
  const cursors = new Cursors(settings.secrets.keyPepper);
  const requests = new RequestRoutes(records, cursors);
  return {
    getAccount: accountHandler(records),
    getSpend: spendHandler(records),
    getStatement: new StatementRoutes(records, cursors).ofBuyer,
    listRequests: requests.list,
    getRequest: requests.show,
  };
}

function marketDataHandlers(deps: MarketDeps): Handlers<typeof marketDataRoutes> {
  return {
    listMarkets: deps.catalogRoute.show,
    getCandles: candlesHandler(deps.records),
    listMarketTrades: tradesHandler(deps.records, new Cursors(deps.settings.secrets.keyPepper)),
    listMarketSellers: instrumentSellersHandler(deps.records),
    listSellers: sellersHandler(deps.records),
    estimateFill: estimateHandler(deps),
    getOrderBook: orderBookHandler(deps),
  };
}

function sellerHandlers(
  { records, settings }: GatewayDeps,
  shared: SharedWithSellers,
): Handlers<typeof marketSellerRoutes> {
  const asks = new AskRoutes(records, settings, shared.asks);
  const cursors = new Cursors(settings.secrets.keyPepper);
  return {
    registerSeller: shared.register,
    listAsks: asks.list,
    createAsk: asks.create,
    cancelAsk: asks.cancel,
    reportSellerCapacity: capacityHandler(records),
    listSellerTrades: sellerTradesHandler(records, cursors, 'perThousand'),
    listSellerDeliveries: deliveriesHandler(records, cursors),
    getSellerReputation: reputationHandler(records),
    reportSellerDecisions: shared.decisions,
  };
}

function contractHandlers(deps: GatewayDeps): Handlers<typeof contractRoutes> {
  const { records, contractOrders, settings } = deps;
  const cursors = new Cursors(settings.secrets.keyPepper);
  const contracts = new ContractRoutes(deps);
  const orders = new OrderRoutes(records, contractOrders, cursors);
  return {
    createContract: contracts.create,
    listContracts: contractsHandler(records, cursors),
    getContract: contractHandler(records),
    listOrders: orders.list,
    getOrder: orders.show,
    cancelOrder: orders.cancel,
  };
}
