/**
 * Spans of the steps of an order. A span belongs to the trace context that its order carries, so
 * that a step in another process, after a crash, joins the same trace. Processes provide the
 * exporter (processes/tracing.ts); without one, contexts are passed on and nothing is recorded.
 */
import type { VenueClass } from '../../domain/reputation';

/**
 * Everything that a span may say: ids, numbers, codes. No key, prompt, answer or text of a
 * participant.
 */
export interface SpanAttributes {
  readonly 'http.request.method'?: string;
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  readonly 'tokenbook.surface'?: string;
  readonly 'tokenbook.request.id'?: string;
  readonly 'tokenbook.order.id'?: string;
  readonly 'tokenbook.fill.id'?: string;
  readonly 'tokenbook.contract.id'?: string;
  readonly 'tokenbook.seller.id'?: string;
  readonly 'tokenbook.attempt'?: number;
  /** How the attempt ended, as `tokenbook_attempts_total` counts it. */
  readonly 'tokenbook.attempt.end'?: string;
  readonly 'tokenbook.model'?: string;
  readonly 'tokenbook.venue_class'?: VenueClass;
  readonly 'tokenbook.outcome'?: string;
  readonly 'temporal.workflow.id'?: string;
  readonly 'temporal.activity.attempt'?: number;
}

/** `server`: a request from outside. `client`: a request to a seller. */
export type SpanKind = 'internal' | 'server' | 'client';

/** How a step ended: a code, and whether it failed. */
export interface Ending {
  readonly outcome: string;
  readonly isError?: boolean;
}

export interface Span {
  /** The `traceparent` of what happens within it; undefined when there is no trace. */
  readonly traceparent: string | undefined;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  end(ending: Ending): void;
}

export interface Tracing {
  readonly isOn: boolean;
  /** @param parent the `traceparent` that it belongs to; without one it begins a trace */
  start(
    name: string,
    parent: string | undefined,
    attributes: SpanAttributes,
    kind?: SpanKind,
  ): Span;
  /** Sends what is recorded. */
  close(): Promise<void>;
}

const nothing = () => {};

/** Records nothing, and passes contexts on unchanged. */
export const noTracing: Tracing = {
  isOn: false,
  start: (_name, traceparent) => ({ traceparent, rename: nothing, set: nothing, end: nothing }),
  close: () => Promise.resolve(),
};

/** Runs a step within a span. */
export async function inSpan<Result>(
  span: Span,
  run: () => Promise<Result>,
  endingOf: (result: Result) => Ending,
): Promise<Result> {
  try {
    const result = await run();
    span.end(endingOf(result));
    return result;
  } catch (err) {
    span.end({ outcome: codeOf(err), isError: true });
    throw err;
  }
}

/** The code or class of a failure. Its message may repeat what a participant wrote. */
export function codeOf(err: unknown): string {
  const { type, code, name } = (err ?? {}) as Record<'type' | 'code' | 'name', unknown>;
  const [found = 'error'] = [type, code, name].filter((one) => typeof one === 'string');
  return found as string;
}
