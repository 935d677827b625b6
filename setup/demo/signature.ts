import { type JsonWebKey, type KeyObject, createPublicKey } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSignedWith } from '../../domain/signing';
import { callJson } from './http';

/** Bounds how often invalid signatures make the server reload the keys. */
const KEYS_KEPT_MS = 10_000;

/**
 * Checks that a request comes from the exchange: Standard Webhooks headers, an Ed25519 signature
 * over `<id>.<timestamp>.<body>`, public keys at `/.well-known/jwks.json` of the gateway.
 */
export class SignatureCheck {
  private keys: Promise<KeyObject[]> = Promise.resolve([]);
  private loadedAtMs = -Infinity;

  constructor(private readonly gatewayUrl: string) {}

  async accepts(headers: IncomingHttpHeaders, body: string): Promise<boolean> {
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
