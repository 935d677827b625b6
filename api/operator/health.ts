/** Liveness, readiness and metrics of a process, on a port that is never public. */
import { type RequestHandler, Router } from 'express';
import { Gauge, type Registry } from 'prom-client';
import type { RouteHandler } from '../routes/declared-route';
import { singleFlightCache } from '../../fairness/single-flight-cache';
import { healthRoutes } from '../routes/health';
import { mountRoutes } from '../routes/mount';

export interface Readiness {
  readonly ready: boolean;
  /** `ok` or the failure, by the name of the part. */
  readonly checks: Readonly<Record<string, string>>;
  /** What should be repaired, and keeps no request from being served. */
  readonly warnings: readonly string[];
}

/** `GET /livez`, `/readyz` (503 with the reasons) and `/metrics` (the text format of Prometheus). */
export function healthRouter(readiness: () => Promise<Readiness>, registry: Registry): Router {
  const router = Router();
  measureReadiness(registry, readiness);
  mountRoutes(router, null, healthRoutes, {
    getLiveness: (_req, res) => res.json({ status: 'ok' }),
    getReadiness: readinessHandler(readiness),
    getMetrics: metricsHandler(registry),
  });
  return router;
}

/** Probes every part with each scrape, as `/readyz` does. */
function measureReadiness(registry: Registry, readiness: () => Promise<Readiness>): void {
  new Gauge({
    name: 'tokenbook_ready',
    help: '1 while a part passes its check at /readyz, else 0.',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      const { checks } = await readiness();
      for (const [part, said] of Object.entries(checks)) this.set({ part }, said === 'ok' ? 1 : 0);
    },
  });
}

function readinessHandler(
  readiness: () => Promise<Readiness>,
): RouteHandler<typeof healthRoutes.getReadiness> {
  return async (_req, res) => {
    const { ready, checks, warnings } = await readiness();
    const status = ready ? 'ready' : 'not ready';
    res.status(ready ? 200 : 503).json({ status, checks, warnings: [...warnings] });
  };
}

function metricsHandler(registry: Registry): RouteHandler<typeof healthRoutes.getMetrics> {
  return async (_req, res) => {
    res.type(registry.contentType).send(await registry.metrics());
  };
}

const PUBLIC_READINESS_MS = 500;

/**
 * `GET /readyz` of the public port, for load balancers: no reasons, and no more than a few probes a
 * second, however often it is asked.
 * @param readiness of the parts without which no request is served
 */
export function publicReadiness(readiness: () => Promise<Readiness>): RequestHandler {
  const recent = singleFlightCache<Readiness>(1, PUBLIC_READINESS_MS);
  return async (_req, res) => {
    const found = await recent.forceFetch('readiness', { context: readiness });
    const { ready } = found;
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'not ready' });
  };
}
