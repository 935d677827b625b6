/**
 * The gateway's two applications: the public one with its three surfaces, and the operator's, which
 * is never served on the public port (ACCESS-5).
 */
import express, { type Express, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import type { Settings } from '../config/settings';
import { fail } from '../domain/errors';
import { RefusalCounts } from '../exchange/audit/refusal-counts';
import { isTestSeller } from '../exchange/test-mode/own-sellers';
import { TEST_SELLERS_PATH, type TestSellerPlan } from '../exchange/test-mode/plans';
import type { WorkTurns } from '../fairness/work-turns';
import { createBuyerSurface, rootHandlers } from './buyer/surface';
import { serveDemoSignIn } from './console/demo-sign-in';
import { serveConsole } from './console/serve';
import type { Surface } from './context';
import { forwardToDocs, serveDocs } from './docs/serve';
import type { GatewayDeps } from './gateway-deps';
import { CatalogRoute } from './market/catalog';
import { type MarketDeps, createMarketSurface, sharedWithSellers } from './market/surface';
import { Metrics } from './metrics';
import { proxiesIn, readForwardedFor } from './middleware/client-address';
import { crossOrigin } from './middleware/cross-origin';
import { errorHandler, notFound, refuseUnfit } from './middleware/errors';
import { type Guards, createGuards } from './middleware/guards';
import { lenientPaths } from './middleware/lenient-paths';
import { requestId } from './middleware/request-id';
import { requestLog } from './middleware/request-log';
import { ANY_HOST, requireOwnHost } from './middleware/own-hosts';
import { servePage } from './middleware/routes';
import { traceRequests } from './middleware/trace-requests';
import { serveDescription, serveYamlDescription } from './openapi/serve';
import { DESCRIBED, type DescribedSurface } from './openapi/surfaces';
import { rootRoutes } from './routes/buyer';
import { mountRoutes } from './routes/mount';
import { measureBooks } from './operator/gateway-metrics';
import { measureArchive } from './operator/archive-metrics';
import { measureInvariants } from './operator/invariant-metrics';
import { publicReadiness } from './operator/health';
import { createOperatorSurface } from './operator/surface';
import { measureForgedEntries } from './operator/forged-entries';
import { measureSealing } from './operator/sealing-metrics';
import { createSellerSurface } from './seller/surface';
import { Origins } from './origins';
import { serveShare } from './share/serve';
import { OrderBookStream } from './stream/stream';
import { type SurfaceHosts, surfaceOfHost } from './surface-hosts';
import { modeHeader } from './test-mode/mode-header';
import { testSellerEndpoints } from './test-mode/seller-endpoint';

export interface Gateway {
  readonly publicApp: Express;
  readonly adminApp: Express;
  readonly stream: OrderBookStream;
  readonly refusals: RefusalCounts;
}

interface Counting {
  readonly refusals: RefusalCounts;
}

export function createGateway(deps: GatewayDeps): Gateway {
  const guards = createGuards(deps);
  const metrics = new Metrics();
  const refusals = new RefusalCounts(deps.records);
  deps.measure(metrics.registry);
  measureBooks(metrics.registry, deps.records);
  measureInvariants(metrics.registry, deps.records);
  measureArchive(metrics.registry, deps.records);
  measureForgedEntries(metrics.registry, guards.buyerKeys);
  measureSealing(metrics.registry, deps.sealer);
  const catalogRoute = new CatalogRoute(deps);
  const stream = new OrderBookStream({
    ...deps,
    readCatalog: catalogRoute.read,
    buyerKeys: guards.buyerKeys,
    registry: metrics.registry,
  });
  return {
    publicApp: createPublicApp(
      { ...deps, catalogRoute, views: stream.views, refusals },
      guards,
      metrics,
    ),
    adminApp: createApp({ ...deps, refusals }, 'operator', metrics, (app) => {
      app.use(createOperatorSurface(deps, guards, metrics));
      serveConsole(app, 'operator', deps.settings.TOKENBOOK_MODE);
    }),
    stream,
    refusals,
  };
}

function createPublicApp(deps: MarketDeps & Counting, guards: Guards, metrics: Metrics): Express {
  const atRoot = rootHandlers(deps);
  const buyer = createBuyerSurface(deps, guards, atRoot);
  const shared = sharedWithSellers(deps);
  const seller = createSellerSurface(deps, guards, shared);
  const market = createMarketSurface(deps, guards, shared);
  return createApp(deps, 'buyer', metrics, (app) => {
    app.use(crossOrigin(new Origins(deps.settings, deps.settings.PORT)), lenientPaths);
    if (deps.settings.TOKENBOOK_MODE === 'test') {
      // Without a turn: a chat that is dispatched to these sellers already has one.
      const isSeller = (plan: TestSellerPlan, id: string) => isTestSeller(deps, plan, id);
      app.use(TEST_SELLERS_PATH, testSellerEndpoints(deps.signingJwks, isSeller));
    }
    serveOnEveryHost(app, deps);
    app.use(onOwnHost(deps.settings, { buyer, seller, market }));
    app.use('/buyer', onSurface('buyer'), buyer);
    app.use('/seller', onSurface('seller'), seller);
    app.use('/market', onSurface('market'), market);
    mountRoutes(app, guards, rootRoutes, atRoot);
    serveDescription(app, 'buyer', '/openapi.json', deps.settings.PUBLIC_URL);
    serveYamlDescription(app, '/api/openapi.yaml', deps.settings.PUBLIC_URL);
    for (const one of DESCRIBED) forwardToDocs(app, one);
    serveDemoSignIn(app, deps.settings);
    serveShare(app, deps);
    serveConsole(app, 'public', deps.settings.TOKENBOOK_MODE);
  });
}

/** What load balancers and verifiers of signatures ask: by any name, with any query. */
function serveOnEveryHost(app: Express, { serving, signingJwks }: MarketDeps): void {
  const readiness = publicReadiness(serving);
  const handlers: Record<(typeof ANY_HOST)[number], RequestHandler> = {
    '/livez': (_req, res) => void res.set('Cache-Control', 'no-store').json({ status: 'ok' }),
    '/readyz': readiness,
    '/health': readiness,
    '/.well-known/jwks.json': (_req, res) =>
      void res.set('Cache-Control', 'public, max-age=3600').json(signingJwks),
  };
  for (const path of ANY_HOST) servePage(app, path, handlers[path]);
}

/** Shared by both applications: ids, logs, security headers, and the error middleware. */
function createApp(
  {
    logger,
    settings,
    tracing,
    turns,
    refusals,
  }: Pick<GatewayDeps, 'logger' | 'settings' | 'tracing' | 'turns'> & Counting,
  surface: Surface,
  metrics: Metrics,
  mount: (app: Express) => void,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const isProxy = proxiesIn(settings.trustedProxies);
  app.set('trust proxy', isProxy);
  const onUnreadable = (address: string) =>
    logger.warn({ address }, 'X-Forwarded-For of a trusted proxy has no address at its end');
  app.use(readForwardedFor(isProxy, onUnreadable));
  app.locals.publicUrl = settings.PUBLIC_URL;
  app.locals.refusals = refusals;
  // Before everything that may answer. Operators have no turns.
  if (surface !== 'operator') app.use(withTurns(turns));
  app.use(onSurface(surface), requestId, traceRequests(tracing));
  app.use(requestLog(logger, settings.REQUEST_LOG_PERCENT));
  app.use(metrics.observe, helmet(), refuseUnfit);
  app.use(modeHeader(settings.TOKENBOOK_MODE));
  app.use(requireOwnHost(settings, addressOf(surface, settings)));
  // On every host and port: error bodies link there.
  const nothingHere = serveDocs(app, surface === 'operator' ? 'operator' : 'public', settings);
  mount(app);
  app.use(nothingHere, notFound, errorHandler);
  return app;
}

function addressOf(surface: Surface, { BIND_ADDRESS, ADMIN_BIND_ADDRESS }: Settings): string {
  return surface === 'operator' ? ADMIN_BIND_ADDRESS : BIND_ADDRESS;
}

function withTurns(turns: WorkTurns): RequestHandler {
  return function giveTurns(_req, res, next) {
    res.locals.turns = turns;
    next();
  };
}

/** Sets the shape of errors for the following middleware. */
function onSurface(surface: Surface): RequestHandler {
  return (_req, res, next) => {
    res.locals.surface = surface;
    next();
  };
}

/** A surface at the root of its own host name. */
function onOwnHost(
  hosts: SurfaceHosts,
  routes: Readonly<Record<DescribedSurface, Router>>,
): RequestHandler {
  return (req, res, next) => {
    const surface = surfaceOfHost(req.headers.host, hosts);
    if (surface === null) return next();
    res.locals.surface = surface;
    routes[surface](req, res, (err?: unknown) => next(err ?? fail('not_found')));
  };
}
