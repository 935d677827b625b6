/** A collector of traces on loopback: receives OTLP/JSON over HTTP and keeps every span. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from './wait';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isError: boolean;
  /** The process that recorded it. */
  readonly process: string;
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly attributes: readonly Attribute[];
        readonly status: { readonly code: number };
      }[];
    }[];
  }[];
}

const ERROR = 2;

export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Everything that was received, as it was sent. */
  received = '';

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<TraceReceiver> {
    const server = createServer((req, res) => {
      void text(req).then((body) => {
        if (req.url === '/v1/traces') receiver.receive(body);
        res.setHeader('content-type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    const { port } = server.address() as AddressInfo;
    const receiver = new TraceReceiver(`http://127.0.0.1:${port}`, close);
    return receiver;
  }

  /** The spans of a trace, as soon as those of these names are among them. */
  async spansOf(traceId: string, names: readonly string[]): Promise<ReceivedSpan[]> {
    const all = () => this.spans.filter((span) => span.traceId === traceId);
    const found = async () => {
      const seen = new Set(all().map(({ name }) => name));
      const missing = names.filter((name) => !seen.has(name));
      if (missing.length > 0)
        throw new Error(`${missing.join()} missing beside ${[...seen].join()}`);
      return all();
    };
    return until(found, { what: `spans of trace ${traceId}` });
  }

  private receive(body: string): void {
    this.received += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      const process = String(valuesOf(resource.attributes)['tokenbook.process']);
      for (const { spans } of scopeSpans) {
        for (const { attributes, status, parentSpanId = '', ...span } of spans) {
          const isError = status.code === ERROR;
          const values = valuesOf(attributes);
          this.spans.push({ ...span, parentSpanId, attributes: values, isError, process });
        }
      }
    }
  }
}

function valuesOf(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
  );
}
