/**
 * Routes with their methods: whatever else is tried on the same path is 405, in the surface's error
 * shape. A query name that the route does not know is refused here, for every route alike.
 */
import type { IRouter, Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { fail } from '../../domain/errors';
import { refuseUnknownNames } from './body';
import { inTurn } from './turns';

type Method = 'get' | 'post' | 'patch' | 'delete';
type Handlers = RequestHandler | readonly (RequestHandler | readonly RequestHandler[])[];

/** @param queries what each method may ask in the query; nothing without a schema */
export function route(
  router: IRouter,
  path: string,
  methods: Readonly<Partial<Record<Method, Handlers>>>,
  queries: Readonly<Partial<Record<Method, z.ZodObject | undefined>>> = {},
): void {
  const routed = router.route(path);
  // Noted before anything can refuse the request: behind a refusal nobody knows the route any more.
  routed.all((req, res, next) => {
    noteRoute(req, res, path);
    next();
  });
  const entries = Object.entries(methods) as [Method, Handlers][];
  for (const [method, handlers] of entries) {
    const steps = [handlers].flat(2);
    // Behind the credential and the quota, so that they are checked first.
    const knownNames = knowingOnly(queries[method]);
    routed[method](...steps.slice(0, -1), knownNames, inTurn, ...steps.slice(-1));
  }
  const allowed = entries.map(([method]) => method.toUpperCase()).join(', ');
  routed.all((_req, res) => {
    res.set('Allow', allowed);
    throw fail('method_not_allowed');
  });
}

function knowingOnly(query: z.ZodObject | undefined): RequestHandler {
  return (req, _res, next) => {
    refuseUnknownNames(req.query, query);
    next();
  };
}

/**
 * For the metrics: where the route is mounted and its own pattern, as in `/seller/v1/offers/:id`. A path
 * matches in any case; the label is in one.
 */
export function noteRoute(req: Request, res: Response, pattern: string): void {
  const mounted = req.baseUrl.toLowerCase();
  res.locals.route = pattern === '/' ? mounted : mounted + pattern;
}
