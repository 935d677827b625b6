/** Signatures of webhooks, as https://www.standardwebhooks.com describes them. */
import { TokenbookError } from './errors';
import type { WebhookEvent } from './generated/types';

/** Another time than this is a repetition of an old request. */
const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

/** The body was not signed with this secret, or not now. */
export class WebhookSignatureError extends TokenbookError {}

/** As Node or a framework gives them: names in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event of a webhook's request.
 * @param body as it was received, before anything has parsed it
 * @param secret `whsec_…`
 * @throws WebhookSignatureError
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders | Headers,
  secret: string,
): Promise<WebhookEvent> {
  const id = headerIn(headers, 'webhook-id');
  const timestamp = headerIn(headers, 'webhook-timestamp');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const sentAtSeconds = /^\d+$/.test(timestamp) ? Number(timestamp) : NaN;
  const offSeconds = Math.abs(Date.now() / 1_000 - sentAtSeconds);
  if (!(offSeconds <= TOLERANCE_SECONDS)) {
    throw new WebhookSignatureError('The timestamp is more than five minutes off.');
  }
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const one of headerIn(headers, 'webhook-signature').split(' ')) {
    const [version, signature = ''] = one.split(',');
    // Compares in constant time.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed))) {
      return JSON.parse(text) as WebhookEvent;
    }
  }
  throw new WebhookSignatureError('No signature of the request was made with this secret.');
}

function headerIn(headers: WebhookHeaders | Headers, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string') throw new WebhookSignatureError(`The request has no ${name}.`);
  return value;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookSignatureError('A secret or signature is not base64.');
  }
}
