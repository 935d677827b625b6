/** Traces, by the standard names of OpenTelemetry. */
import { z } from 'zod';

export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional()
    .describe(
      'Address of an OpenTelemetry collector (OTLP over HTTP), such as http://collector:4318: gateways and workers send their traces to /v1/traces below it. Default: no traces are recorded.',
    ),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .default('tokenbook')
    .describe('Name of the service in its traces.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of the requests whose traces are recorded, from 0 to 1.'),
};
