/** The signed POST that a seller gets (decisions section 3 rule 6 and section 6). */
import type { JsonObject } from '../../domain/completion';
import type { Signer } from '../../domain/signing';

/** Fields of the buyer's request that are ours and go no further. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['max_price', 'region', 'venue_pin']);

/**
 * The address of the chat route behind an endpoint: as it is when its path ends in
 * `/chat/completions`, appended to another path, `/v1/chat/completions` when it has none.
 */
export function chatUrl(endpointUrl: string): URL {
  const url = new URL(endpointUrl);
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = '/v1/chat/completions';
  else if (!path.endsWith('/chat/completions')) url.pathname = `${path}/chat/completions`;
  return url;
}

/** Where an endpoint of this kind lists its models: of what it serves the cheapest to ask for. */
export function modelsUrl(endpointUrl: string): URL {
  const url = chatUrl(endpointUrl);
  url.pathname = url.pathname.replace(/\/chat\/completions$/, '/models');
  return url;
}

/** How many choices a request asks for. */
export function choicesOf(body: JsonObject): number {
  const n = body['n'];
  return Number.isSafeInteger(n) && (n as number) > 0 ? (n as number) : 1;
}

/**
 * The body that goes out: as received less our own fields, the model in the seller's spelling, plus
 * `max_tokens` when the buyer named no cap and `stream_options` when he streams and gave none. The
 * copy is made by own properties, so that a field called `__proto__` stays a field.
 * @param reservedCompletionTokens per choice: the reserved size less the prompt; null when the buyer named a cap
 */
export function sellerBody(
  body: JsonObject,
  model: string,
  streamed: boolean,
  reservedCompletionTokens: number | null,
): string {
  const fields = Object.entries(body).filter(([name]) => !OWN_FIELDS.has(name));
  const given = (name: string) => body[name] !== undefined && body[name] !== null;
  const additions: JsonObject = { model };
  if (
    reservedCompletionTokens !== null &&
    !given('max_tokens') &&
    !given('max_completion_tokens')
  ) {
    additions['max_tokens'] = Math.max(1, reservedCompletionTokens);
  }
  if (streamed && !given('stream_options')) additions['stream_options'] = { include_usage: true };
  return JSON.stringify({ ...Object.fromEntries(fields), ...additions });
}

export interface DispatchHeaders {
  readonly fillId: string;
  readonly streamed: boolean;
  /** A probe of ours: nothing is paid for it. */
  readonly isProbe?: boolean;
}

/** Our own headers only: nothing of the buyer's, least of all a credential, goes to a seller; the fill id names the request. */
export function sellerHeaders(
  signer: Signer,
  body: string,
  { fillId, streamed, isProbe = false }: DispatchHeaders,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: streamed ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'tokenbook',
    'idempotency-key': fillId,
    ...(isProbe ? { 'x-tokenbook-probe': '1' } : {}),
    ...signer.headers(fillId, body, Date.now()),
  };
}
