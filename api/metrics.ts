/** Prometheus metrics of the gateway. Labels are routes, never paths: an id would make a series of its own. */
import type { Request, RequestHandler } from 'express';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export class Metrics {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'tokenbook_http_request_duration_seconds',
    help: 'Time to answer a request, by surface and route.',
    labelNames: ['surface', 'method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Measures every request that passes. */
  readonly observe: RequestHandler = (req, res, next) => {
    const startedMs = performance.now();
    res.once('close', () => {
      this.requests.observe(
        {
          surface: res.locals.surface,
          method: req.method,
          route: routeOf(req),
          status: res.writableFinished ? res.statusCode : 499,
        },
        (performance.now() - startedMs) / 1_000,
      );
    });
    next();
  };
}

/** Where the route is mounted and its own pattern, as in `/seller/v1/offers/:id`. */
function routeOf(req: Request): string {
  const path: unknown = req.route?.path;
  if (typeof path !== 'string') return 'none';
  return path === '/' ? req.baseUrl : req.baseUrl + path;
}
