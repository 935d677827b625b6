/** The health port of a worker or a relay; gateways report their health on the operator port. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Registry } from 'prom-client';
import { collectProcessMetrics } from '../api/metrics';
import { errorHandler, notFound } from '../api/middleware/errors';
import { requireOwnHost } from '../api/middleware/own-hosts';
import { type Readiness, healthRouter } from '../api/operator/health';
import type { Settings } from '../config/settings';

export interface HealthPort {
  /** Undefined when none is configured. */
  readonly port: number | undefined;
  close(): void;
}

/**
 * @param measure adds the metrics of the process to those of Node
 * @returns listening; without `HEALTH_PORT` no port is opened
 */
export async function openHealthPort(
  settings: Settings,
  readiness: () => Promise<Readiness>,
  measure: (registry: Registry) => void = () => undefined,
): Promise<HealthPort> {
  const { HEALTH_PORT, ADMIN_BIND_ADDRESS } = settings;
  if (HEALTH_PORT === undefined) return { port: undefined, close: () => undefined };
  const registry = new Registry();
  collectProcessMetrics(registry);
  measure(registry);
  const app = express().disable('x-powered-by');
  app.use(requireOwnHost(settings, ADMIN_BIND_ADDRESS), healthRouter(readiness, registry));
  app.use(notFound, errorHandler);
  const server = createServer(app);
  server.listen(HEALTH_PORT, ADMIN_BIND_ADDRESS);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
