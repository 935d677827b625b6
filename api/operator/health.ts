/** Whether a process lives and can do its work, and its numbers: on a port that is never the public one. */
import { type RequestHandler, Router } from 'express';
import type { Registry } from 'prom-client';
import { route } from '../middleware/routes';

export interface Readiness {
  readonly ready: boolean;
  /** `ok`, or why not, by the name of the part. */
  readonly checks: Readonly<Record<string, string>>;
}

/** `GET /livez`, `/readyz` (503 with the reasons) and `/metrics` (the text format of Prometheus). */
export function healthRoutes(readiness: () => Promise<Readiness>, registry: Registry): Router {
  const router = Router();
  route(router, '/livez', { get: (_req, res) => void res.json({ status: 'ok' }) });
  route(router, '/readyz', { get: readinessHandler(readiness) });
  route(router, '/metrics', { get: metricsHandler(registry) });
  return router;
}

function readinessHandler(readiness: () => Promise<Readiness>): RequestHandler {
  return async (_req, res) => {
    const { ready, checks } = await readiness();
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', checks });
  };
}

function metricsHandler(registry: Registry): RequestHandler {
  return async (_req, res) => {
    res.type(registry.contentType).send(await registry.metrics());
  };
}
