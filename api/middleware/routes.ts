/**
 * Routes with their methods: any other method on the same path gets 405, in the surface's error
 * shape. Unknown query names are refused here, for every route.
 */
import type { ErrorRequestHandler, IRouter, Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { Failure, fail } from '../../domain/errors';
import { refuseUnknownNames } from './body';
import { inTurn } from './turns';

type Method = 'get' | 'post' | 'patch' | 'delete';
type Handlers = RequestHandler | readonly (RequestHandler | readonly RequestHandler[])[];

/** @param queries the query schema of each method; without a schema no query is allowed */
export function route(
  router: IRouter,
  path: string,
  methods: Readonly<Partial<Record<Method, Handlers>>>,
  queries: Readonly<Partial<Record<Method, z.ZodObject | 'any' | undefined>>> = {},
): void {
  const routed = router.route(path);
  // Recorded before the request can be refused: afterwards the route is unknown.
  routed.all((req, res, next) => {
    noteRoute(req, res, path);
    next();
  });
  const entries = Object.entries(methods) as [Method, Handlers][];
  for (const [method, handlers] of entries) {
    const steps = [handlers].flat(2);
    // Follows the credential and the quota, so that they are checked first.
    const knownNames = knowingOnly(queries[method]);
    routed[method](...steps.slice(0, -1), knownNames, inTurn, ...steps.slice(-1), revokedFirst);
  }
  const allowed = entries.map(([method]) => method.toUpperCase()).join(', ');
  routed.all((_req, res) => {
    res.set('Allow', allowed);
    throw fail('method_not_allowed');
  });
}

/**
 * A page or a file of the browser's. Any query is accepted: links that people pass on often carry
 * one.
 */
export function servePage(
  router: Pick<IRouter, 'route'>,
  path: string,
  handler: RequestHandler,
): void {
  const routed = router.route(path);
  routed.all((req, res, next) => {
    noteRoute(req, res, path);
    next();
  });
  routed.get(inTurn, handler);
  routed.all((_req, res) => {
    res.set('Allow', 'GET');
    throw fail('method_not_allowed');
  });
}

/**
 * A chat compares its cached key with the records beside its other work. What refuses it before that
 * must not answer for a key that is revoked (ACCESS-1).
 */
const revokedFirst: ErrorRequestHandler = async (err: unknown, _req, res, next) => {
  const isEarly = err instanceof Failure && EARLY.has(err.status);
  const isRevoked = isEarly && (await res.locals.isRevoked?.());
  next(isRevoked ? fail('unauthorized') : err);
};

/** Of the quota and of the body. */
const EARLY: ReadonlySet<number> = new Set([400, 413, 422, 429]);

function knowingOnly(query: z.ZodObject | 'any' | undefined): RequestHandler {
  return (req, _res, next) => {
    if (query !== 'any') refuseUnknownNames(req.query, query);
    next();
  };
}

/**
 * For the metrics: the mount path and the route's pattern, as in `/seller/v1/offers/:id`. Paths
 * match in any case; the label has one.
 */
export function noteRoute(req: Request, res: Response, pattern: string): void {
  const mounted = req.baseUrl.toLowerCase();
  res.locals.route = pattern === '/' ? mounted : mounted + pattern;
}
