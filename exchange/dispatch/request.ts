/** The signed POST to a seller (DISPATCH-1, DISPATCH-3, DISPATCH-4, DISPATCH-15). */
import type { Signer } from '../../domain/signing';
import type { SellerProtocol } from './protocol';

export interface DispatchHeaders {
  readonly sellerId: string;
  readonly fillId: string;
  readonly streamed: boolean;
  /** A probe of the exchange: it is not paid for. */
  readonly isProbe?: boolean;
  /** What the seller's endpoint wants as `Authorization`: for this endpoint alone. */
  readonly authorization?: string | undefined;
  /** The trace that the request belongs to: its own ids, nothing else of the buyer. */
  readonly traceparent?: string | undefined;
}

/**
 * Sends our own headers only, and the credential that the seller gave for its own endpoint: no
 * header of the buyer reaches a seller; the fill id identifies the request.
 */
export async function sellerHeaders(
  signer: Signer,
  body: Uint8Array,
  to: DispatchHeaders,
  { headers }: Pick<SellerProtocol, 'headers'>,
): Promise<Record<string, string>> {
  const { sellerId, fillId, streamed, isProbe = false, traceparent } = to;
  return {
    ...headers,
    'content-type': 'application/json',
    accept: streamed ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'tokenbook',
    'idempotency-key': fillId,
    ...(isProbe ? { 'x-tokenbook-probe': '1' } : {}),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...authorizationHeader(to),
    ...(await signer.headersAside({ id: fillId, audience: sellerId }, body, Date.now())),
  };
}

/** Every request to an endpoint goes to the peer that the connector has checked; none follows a redirect. */
export function authorizationHeader({
  authorization,
}: Pick<DispatchHeaders, 'authorization'>): Record<string, string> {
  return authorization === undefined ? {} : { authorization };
}
