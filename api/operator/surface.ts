/** The operator's surface, on a port that is never the public one (ACCESS-5). */
import { type RequestHandler, Router } from 'express';
import type { GatewayDeps } from '../gateway-deps';
import { Cursors } from '../cursor';
import type { Metrics } from '../metrics';
import type { Guards } from '../middleware/guards';
import { noteRoute } from '../middleware/routes';
import { serveDescription } from '../openapi/serve';
import type { Handlers } from '../routes/declared-route';
import { mountRoutes } from '../routes/mount';
import { administrationRoutes } from '../routes/operator';
import { AccountRoutes } from './accounts';
import { auditHandler } from './audit';
import { audited, tokenName } from './audited';
import { BookRoutes } from './books';
import { createCodec } from './codec/routes';
import { correctionHandler } from './corrections';
import { healthRouter } from './health';
import { judgingHandler, measureJudging } from './judging';
import { KeyRoutes } from './keys';
import { ledgerSearchHandler } from './ledger-search';
import { orderSearchHandler } from './order-search';
import { orderHandler } from './orders';
import { searchHandler } from './search';
import { overviewHandler } from './overview';
import { ReconciliationRoutes } from './reconciliation';
import { moneyHandler } from './money';
import { refusalsHandler } from './refusals';
import { refundsHandler } from './refunds';
import { SellerRoutes } from './sellers';
import { StatementRoutes } from '../statements/routes';

export function createOperatorSurface(deps: GatewayDeps, guards: Guards, metrics: Metrics): Router {
  const router = Router();
  measureJudging(deps.records, metrics.registry);
  router.use(healthRouter(deps.readiness, metrics.registry));
  router.use(createCodec(deps, guards));
  // The token is checked before the route is resolved, so that the routes stay hidden without it.
  router.use('/admin/v1', prefixNoted, guards.operator);
  serveDescription(router, 'operator', '/admin/v1/openapi.json');
  const actor = tokenName(deps.settings.secrets);
  const handlers = handlersOf(deps, actor);
  const audit = { records: deps.records, actor };
  mountRoutes(router, guards, administrationRoutes, audited(audit, administrationRoutes, handlers));
  return router;
}

function handlersOf(deps: GatewayDeps, actor: string): Handlers<typeof administrationRoutes> {
  const { records, settings } = deps;
  const { keyPepper } = settings.secrets;
  const cursors = new Cursors(keyPepper);
  const accounts = new AccountRoutes(records, cursors, deps);
  const keys = new KeyRoutes(records, settings);
  const statements = new StatementRoutes(records, cursors);
  const sellers = new SellerRoutes(
    records,
    cursors,
    deps.standings,
    deps,
    settings,
    deps.contractOrders,
  );
  const books = new BookRoutes(deps, actor);
  const reconciliation = new ReconciliationRoutes(records, cursors);
  return {
    listAccounts: accounts.list,
    createAccount: accounts.create,
    getAccount: accounts.show,
    updateAccount: accounts.update,
    depositToAccount: accounts.deposit,
    correctAccount: correctionHandler(records),
    getAccountStatement: statements.account,
    createKey: keys.create,
    rotateKey: keys.rotate,
    revokeKey: keys.revoke,
    listSellers: sellers.list,
    getSeller: sellers.show,
    updateSeller: sellers.update,
    payOutSeller: sellers.payout,
    voidLot: sellers.voidLot,
    listSellerRefunds: refundsHandler(records, cursors),
    getSellerStatement: statements.seller,
    getJudging: judgingHandler(records),
    listBooks: books.list,
    updateBook: books.update,
    rebuildBook: books.rebuild,
    updateBooks: books.updateAll,
    updateInstrument: books.updateInstrument,
    getOverview: overviewHandler(deps),
    search: searchHandler(records),
    listOrders: orderSearchHandler(records, cursors, settings),
    listJournals: ledgerSearchHandler(records, cursors),
    getOrderDetails: orderHandler(records, settings),
    listRefusals: refusalsHandler(records),
    listMoney: moneyHandler(records, cursors),
    getReconciliation: reconciliation.status,
    runReconciliation: reconciliation.run,
    listReconciliationRuns: reconciliation.runs,
    getReconciliationRun: reconciliation.showRun,
    listActions: auditHandler(records, cursors),
  };
}

const prefixNoted: RequestHandler = (req, res, next) => {
  noteRoute(req, res, '/');
  next();
};
