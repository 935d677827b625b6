/**
 * Prometheus metrics of the gateway. Labels are routes, never paths: each id would create a series.
 */
import type { RequestHandler } from 'express';
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { whenClosed } from './closing';

/** One label for all unknown paths, whose number is unlimited. */
const UNMATCHED = 'unmatched';

/** Interval of Node's event loop measurement, which wakes the process; included in every value. */
const EVENT_LOOP_EVERY_MS = 50;

/** Of the process, whatever it serves: it has one log. */
export const logLinesDropped = new Counter({
  name: 'tokenbook_log_lines_dropped_total',
  help: 'Lines of the log that could not be written: its disk was full, or its reader stood still.',
  registers: [],
});

/** Adds the metrics of the process itself. */
export function collectProcessMetrics(registry: Registry): void {
  registry.registerMetric(logLinesDropped);
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: EVENT_LOOP_EVERY_MS,
  });
}

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
    collectProcessMetrics(this.registry);
  }

  /** Measures every request. */
  readonly observe: RequestHandler = (req, res, next) => {
    const startedMs = performance.now();
    whenClosed(res, () => {
      this.requests.observe(
        {
          surface: res.locals.surface,
          method: req.method,
          route: res.locals.route ?? UNMATCHED,
          status: res.writableFinished ? res.statusCode : 499,
        },
        (performance.now() - startedMs) / 1_000,
      );
    });
    next();
  };
}
