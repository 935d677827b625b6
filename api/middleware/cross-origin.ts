/** Browsers of approved origins call every public route; the answers tell them the headers that clients read. */
import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Origins } from '../origins';

/** Those that a page may read beside the ones that the standard allows. */
const EXPOSED = ['x-request-id', 'x-fill-id', 'x-should-retry', 'retry-after', 'etag'];
const PREFLIGHT_SECONDS = 600;

export function crossOrigin(origins: Origins): RequestHandler {
  const answer = cors({
    origin: (origin, callback) => callback(null, origin !== undefined && origins.approves(origin)),
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
  });
  return function allowOrigin(req, res, next) {
    const isPreflight = req.headers['access-control-request-method'] !== undefined;
    // Any other OPTIONS is a method that no route has.
    if (req.method === 'OPTIONS' && !isPreflight) return next();
    answer(req, res, next);
  };
}
