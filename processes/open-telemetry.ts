/** Records spans with the OpenTelemetry SDK and sends them to a collector (OTLP/JSON over HTTP). */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span as RecordedSpan,
  SpanKind as Kind,
  SpanStatusCode,
  diag,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { VERSION } from '../config/version';
import { formatTraceparent, parseTraceparent } from '../domain/trace-context';
import type { Ending, Span, SpanAttributes, SpanKind, Tracing } from '../exchange/tracing/tracing';

export interface TraceExport {
  readonly url: string;
  readonly serviceName: string;
  readonly deployment: string;
  /** `gateway`, `worker` or `relay`. */
  readonly processName: string;
  /** From 0 to 1. */
  readonly sampledShare: number;
  /** Told at most once a minute. */
  readonly onError: (message: string) => void;
}

const SEND_EVERY_MS = 1_000;
/** Spans that wait to be sent; further ones are dropped. About a second of a busy gateway. */
const QUEUED_MAX = 8_192;
/** A collector that does not answer delays no shutdown any longer. */
const CLOSE_WITHIN_MS = 2_000;
const ERROR_EVERY_MS = 60_000;

const KINDS: Readonly<Record<SpanKind, Kind>> = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
};

export function exportTraces(options: TraceExport): Tracing {
  reportErrors(options.onError);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.namespace': options.deployment,
      'service.version': VERSION,
      'service.instance.id': randomUUID(),
      'tokenbook.process': options.processName,
    }),
    sampler: sampler(options.sampledShare),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: options.url }),
        scheduledDelayMillis: SEND_EVERY_MS,
        maxQueueSize: QUEUED_MAX,
      }),
    ],
  });
  const tracer = provider.getTracer('tokenbook', VERSION);
  return {
    isOn: true,
    start(name, parent, attributes, kind = 'internal') {
      const context = parseTraceparent(parent);
      const around = context
        ? trace.setSpanContext(ROOT_CONTEXT, {
            ...context,
            traceFlags: context.flags,
            isRemote: true,
          })
        : ROOT_CONTEXT;
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes: { ...attributes } },
        around,
      );
      return new ExportedSpan(span, context?.flags ?? 0);
    },
    close: () =>
      Promise.race([provider.shutdown(), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]).catch(
        () => undefined, // the collector does not answer: told by `onError`
      ),
  };
}

class ExportedSpan implements Span {
  readonly traceparent: string;

  constructor(
    private readonly span: RecordedSpan,
    parentFlags: number,
  ) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    // The SDK sets the sampled flag alone; the random flag of the parent stays with its trace id.
    const flags = (parentFlags & ~1) | traceFlags;
    this.traceparent = formatTraceparent({ traceId, spanId, flags });
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes({ ...attributes });
  }

  end({ outcome, isError = false }: Ending): void {
    this.span.setAttribute('tokenbook.outcome', outcome);
    if (isError) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }
}

/**
 * The operator's share alone decides about a request from outside: no flag of a buyer makes us
 * record it. Everything within an order follows the decision about its request.
 */
function sampler(share: number): Sampler {
  const root = new TraceIdRatioBasedSampler(share);
  const within = new ParentBasedSampler({ root });
  return {
    shouldSample: (context, traceId, name, kind, attributes, links) =>
      kind === Kind.SERVER
        ? root.shouldSample(context, traceId)
        : within.shouldSample(context, traceId, name, kind, attributes, links),
    toString: () => `share ${share} of the requests`,
  };
}

/** The SDK reports what it could not send to its diagnostic logger, with every batch. */
function reportErrors(onError: (message: string) => void): void {
  let quietUntilMs = 0;
  const report = (message: string) => {
    if (performance.now() < quietUntilMs) return;
    quietUntilMs = performance.now() + ERROR_EVERY_MS;
    onError(message.slice(0, 300));
  };
  const silent = () => {};
  const logger = { error: report, warn: report, info: silent, debug: silent, verbose: silent };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
