/**
 * The trace context of a request, as W3C Trace Context writes it in the header `traceparent`:
 * `00-<trace id, 32 digits>-<parent id, 16 digits>-<flags, 2 digits>`, lower-case hexadecimal.
 */

/** Name of the header of a request, and of the Temporal header that activities receive. */
export const TRACEPARENT = 'traceparent';

/** The caller records its part of the trace. */
export const SAMPLED = 0x01;
/** The trace id was chosen at random. Other flags mean nothing yet and are not passed on. */
const RANDOM = 0x02;

export interface TraceContext {
  readonly traceId: string;
  /** The span that this context belongs to: parent of what is done in it. */
  readonly spanId: string;
  /** `SAMPLED` and the random flag, or 0. */
  readonly flags: number;
}

const FORM = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);
const FORBIDDEN_VERSION = 'ff';
/** The only version that ends with its flags; later ones may add fields. */
const VERSION = '00';

/** @returns null for a header that the standard tells to ignore */
export function parseTraceparent(header: unknown): TraceContext | null {
  const found = typeof header === 'string' ? FORM.exec(header) : null;
  if (!found) return null;
  const [, version, traceId = '', spanId = '', flags = '', further] = found;
  if (version === FORBIDDEN_VERSION || (version === VERSION && further !== undefined)) return null;
  if (traceId === NO_TRACE || spanId === NO_SPAN) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & (SAMPLED | RANDOM) };
}

export function formatTraceparent({ traceId, spanId, flags }: TraceContext): string {
  return `${VERSION}-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
}

/** The trace id of a well-formed `traceparent`. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

/** What a workflow is about, with its trace context if it has one: an order, or a batch of them. */
interface Traced {
  readonly traceparent?: string;
  readonly orders?: readonly { readonly traceparent?: string }[];
}

/** The trace contexts of a workflow's input: none in runs of older releases. */
export function traceparentsOf([subject]: readonly unknown[]): string[] {
  const { traceparent, orders = [] } = (subject ?? {}) as Traced;
  const all = [traceparent, ...orders.map((order) => order.traceparent)];
  return [...new Set(all.filter((one) => one !== undefined))];
}
