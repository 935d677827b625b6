import { type JsonWebKey, type KeyObject, createPublicKey } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CHECK_AUDIENCE, audienceOf, isSignedWith } from '../../domain/signing';
import { callJson } from './http';

/** Bounds how often invalid signatures make the server reload the keys. */
const KEYS_KEPT_MS = 10_000;

/**
 * Checks that a request comes from the exchange and is meant for this seller: Standard Webhooks
 * headers, an Ed25519 signature, public keys at `/.well-known/jwks.json` of the gateway.
 */
export class SignatureCheck {
  private keys: Promise<KeyObject[]> = Promise.resolve([]);
  private loadedAtMs = -Infinity;

  /** Once the seller is registered. */
  sellerId: string | null = null;

  constructor(private readonly gatewayUrl: string) {}

  async accepts(headers: IncomingHttpHeaders, body: string): Promise<boolean> {
    const audience = audienceOf(headers);
    if (audience === null || ![CHECK_AUDIENCE, this.sellerId].includes(audience)) return false;
    const fits = (keys: KeyObject[]) => isSignedWith(keys, headers, body, Date.now());
    if (fits(await this.keys)) return true;
    // The exchange may have a new key since the last load.
    if (Date.now() - this.loadedAtMs >= KEYS_KEPT_MS) {
      this.loadedAtMs = Date.now();
      const before = this.keys;
      this.keys = this.load().catch(() => before);
    }
    return fits(await this.keys);
  }

  private async load(): Promise<KeyObject[]> {
    const url = `${this.gatewayUrl}/.well-known/jwks.json`;
    const { keys } = await callJson<{ keys: JsonWebKey[] }>(url);
    return keys.map((key) => createPublicKey({ key, format: 'jwk' }));
  }
}
