/** Traces are recorded when a collector is configured; only then is the SDK loaded. */
import type { Logger } from 'pino';
import type { Settings } from '../config/settings';
import { type Tracing, noTracing } from '../exchange/tracing/tracing';
import { withoutTrailing } from '../domain/trailing';

/** @param logger its name is that of the process */
export async function openTracing(settings: Settings, logger: Logger): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  if (endpoint === undefined) return noTracing;
  const { exportTraces } = await import('./open-telemetry.js');
  return exportTraces({
    url: `${withoutTrailing(endpoint, '/')}/v1/traces`,
    serviceName: settings.OTEL_SERVICE_NAME,
    deployment: settings.TOKENBOOK_DEPLOYMENT,
    processName: String(logger.bindings().name ?? 'tokenbook'),
    sampledShare: settings.OTEL_TRACES_SAMPLER_ARG,
    onError: (message) => logger.warn({ reason: message }, 'traces are lost'),
  });
}
