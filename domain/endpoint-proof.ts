/**
 * The proof that an endpoint knows the key of its seller: it answers a number that the exchange has
 * just chosen with the HMAC of it. Anyone who registers an endpoint of somebody else cannot make it
 * answer with his own key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CHAT_ROUTE, chatUrl } from './endpoint-url';

/** Below the base of the endpoint, beside its chat route. */
export const PROOF_ROUTE = '/tokenbook/proof';

/** The body of the question. */
export interface Challenge {
  readonly nonce: string;
  readonly seller_id: string;
}

export function proofUrl(endpointUrl: string): URL {
  const url = chatUrl(endpointUrl);
  const base = url.pathname.slice(0, url.pathname.lastIndexOf(CHAT_ROUTE));
  url.pathname = base + PROOF_ROUTE;
  return url;
}

/** HMAC-SHA-256 of `<nonce>.<seller_id>` by the seller's key, in hexadecimal. */
export function proofOf(apiKey: string, { nonce, seller_id: sellerId }: Challenge): string {
  return createHmac('sha256', apiKey).update(`${nonce}.${sellerId}`).digest('hex');
}

/** Whether an answer is `{"proof": "<hexadecimal>"}` with the right proof. */
export function isProof(answer: string, apiKey: string, challenge: Challenge): boolean {
  const expected = Buffer.from(proofOf(apiKey, challenge));
  const given = Buffer.from(proofIn(answer));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function proofIn(answer: string): string {
  try {
    const { proof } = (JSON.parse(answer) ?? {}) as { readonly proof?: unknown };
    return typeof proof === 'string' ? proof.toLowerCase() : '';
  } catch {
    return '';
  }
}

/** The challenge in a body; null when it is none. */
export function challengeIn(body: string): Challenge | null {
  try {
    const { nonce, seller_id: sellerId } = (JSON.parse(body) ?? {}) as Partial<Challenge>;
    if (typeof nonce !== 'string' || typeof sellerId !== 'string') return null;
    return { nonce, seller_id: sellerId };
  } catch {
    return null;
  }
}
