/** The operator's surface, on a port that is never the public one (ACCESS-5). */
import { type RequestHandler, Router } from 'express';
import type { GatewayDeps } from '../gateway-deps';
import { Cursors, pageQuerySchema } from '../cursor';
import type { Metrics } from '../metrics';
import type { Guards } from '../middleware/guards';
import { noteRoute, route } from '../middleware/routes';
import { statementQuerySchema } from '../schemas/operator';
import { AccountRoutes } from './accounts';
import { BookRoutes } from './books';
import { createCodec } from './codec/routes';
import { correctionHandler } from './corrections';
import { healthRoutes } from './health';
import { judgingHandler, measureJudging } from './judging';
import { KeyRoutes } from './keys';
import { orderHandler } from './orders';
import { ReconciliationRoutes } from './reconciliation';
import { SellerRoutes } from './sellers';
import { StatementRoutes } from './statements';

export function createOperatorSurface(deps: GatewayDeps, guards: Guards, metrics: Metrics): Router {
  const router = Router();
  measureJudging(deps.records, metrics.registry);
  router.use(healthRoutes(deps.readiness, metrics.registry));
  router.use('/codec', createCodec(deps, guards));
  // Without the token nobody learns which routes there are: it is asked for before one is looked up.
  router.use('/admin/v1', prefixNoted, guards.operator, administration(deps, guards));
  return router;
}

function administration(deps: GatewayDeps, guards: Guards): Router {
  const { records, settings } = deps;
  const { keyPepper } = settings.secrets;
  const { body } = guards;
  const cursors = new Cursors(keyPepper);
  const accounts = new AccountRoutes(records, cursors, deps);
  const keys = new KeyRoutes(records, guards.buyerKeys, keyPepper);
  const statements = new StatementRoutes(records, cursors);
  const sellers = new SellerRoutes(records, cursors, deps.standings, deps);
  const books = new BookRoutes(deps);
  const reconciliation = new ReconciliationRoutes(records);

  const router = Router();
  route(
    router,
    '/accounts',
    { get: accounts.list, post: [body, accounts.create] },
    { get: pageQuerySchema },
  );
  route(router, '/accounts/:id', { get: accounts.show, patch: [body, accounts.update] });
  route(router, '/accounts/:id/deposits', { post: [body, accounts.deposit] });
  route(router, '/accounts/:id/corrections', { post: [body, correctionHandler(records)] });
  route(
    router,
    '/accounts/:id/statement',
    { get: statements.account },
    { get: statementQuerySchema },
  );
  route(router, '/accounts/:id/keys', { post: [body, keys.create] });
  route(router, '/accounts/:id/keys/:key_id', { delete: keys.revoke });
  route(router, '/sellers', { get: sellers.list }, { get: pageQuerySchema });
  route(router, '/sellers/:id', { get: sellers.show, patch: [body, sellers.update] });
  route(router, '/sellers/:id/payouts', { post: [body, sellers.payout] });
  route(
    router,
    '/sellers/:id/statement',
    { get: statements.seller },
    { get: statementQuerySchema },
  );
  route(router, '/judging', { get: judgingHandler(records) });
  route(router, '/books', { get: books.list });
  route(router, '/books/:model_id', { patch: [body, books.update] });
  route(router, '/orders/:id', { get: orderHandler(records, settings) });
  route(router, '/reconciliation', { get: reconciliation.status });
  route(router, '/reconciliation/runs', { post: reconciliation.run });
  return router;
}

const prefixNoted: RequestHandler = (req, res, next) => {
  noteRoute(req, res, '/');
  next();
};
