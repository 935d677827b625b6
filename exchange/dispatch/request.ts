/** The signed POST to a seller (DISPATCH-1, DISPATCH-3, DISPATCH-4, DISPATCH-15). */
import type { Signer } from '../../domain/signing';
import type { SellerProtocol } from './protocol';

export interface DispatchHeaders {
  readonly sellerId: string;
  readonly fillId: string;
  readonly streamed: boolean;
  /** A probe of the exchange: it is not paid for. */
  readonly isProbe?: boolean;
  /** The trace that the request belongs to: its own ids, nothing else of the buyer. */
  readonly traceparent?: string | undefined;
}

/**
 * Sends our own headers only: no header of the buyer, least of all a credential, reaches a seller;
 * the fill id identifies the request.
 */
export async function sellerHeaders(
  signer: Signer,
  body: Uint8Array,
  { sellerId, fillId, streamed, isProbe = false, traceparent }: DispatchHeaders,
  { headers }: Pick<SellerProtocol, 'headers'>,
): Promise<Record<string, string>> {
  return {
    ...headers,
    'content-type': 'application/json',
    accept: streamed ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'tokenbook',
    'idempotency-key': fillId,
    ...(isProbe ? { 'x-tokenbook-probe': '1' } : {}),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(await signer.headersAside({ id: fillId, audience: sellerId }, body, Date.now())),
  };
}
