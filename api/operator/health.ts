/** Liveness, readiness and metrics of a process, on a port that is never public. */
import { Router } from 'express';
import type { Registry } from 'prom-client';
import type { RouteHandler } from '../routes/declared-route';
import { healthRoutes } from '../routes/health';
import { mountRoutes } from '../routes/mount';

export interface Readiness {
  readonly ready: boolean;
  /** `ok` or the failure, by the name of the part. */
  readonly checks: Readonly<Record<string, string>>;
}

/** `GET /livez`, `/readyz` (503 with the reasons) and `/metrics` (the text format of Prometheus). */
export function healthRouter(readiness: () => Promise<Readiness>, registry: Registry): Router {
  const router = Router();
  mountRoutes(router, null, healthRoutes, {
    getLiveness: (_req, res) => res.json({ status: 'ok' }),
    getReadiness: readinessHandler(readiness),
    getMetrics: metricsHandler(registry),
  });
  return router;
}

function readinessHandler(
  readiness: () => Promise<Readiness>,
): RouteHandler<typeof healthRoutes.getReadiness> {
  return async (_req, res) => {
    const { ready, checks } = await readiness();
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', checks });
  };
}

function metricsHandler(registry: Registry): RouteHandler<typeof healthRoutes.getMetrics> {
  return async (_req, res) => {
    res.type(registry.contentType).send(await registry.metrics());
  };
}
