/** The signed POST that a seller gets (DISPATCH-1, DISPATCH-3, DISPATCH-4). */
import type { Signer } from '../../domain/signing';

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

export interface DispatchHeaders {
  readonly fillId: string;
  readonly streamed: boolean;
  /** A probe of ours: nothing is paid for it. */
  readonly isProbe?: boolean;
}

/** Our own headers only: nothing of the buyer's, least of all a credential, goes to a seller; the fill id names the request. */
export async function sellerHeaders(
  signer: Signer,
  body: Uint8Array,
  { fillId, streamed, isProbe = false }: DispatchHeaders,
): Promise<Record<string, string>> {
  return {
    'content-type': 'application/json',
    accept: streamed ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'tokenbook',
    'idempotency-key': fillId,
    ...(isProbe ? { 'x-tokenbook-probe': '1' } : {}),
    ...(await signer.headersAside(fillId, body, Date.now())),
  };
}
