/** The public keys of the exchange, fetched again when a signature fits none of them. */
import { type JsonWebKey, type KeyObject, createPublicKey } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CHECK_AUDIENCE, audienceOf, claimsSignature, isSignedWith } from '../../domain/signing';
import type { Client } from '../client';

/** Bounds how often invalid signatures make it fetch the keys. */
const KEYS_KEPT_MS = 10_000;

export class TrustedKeys {
  private keys: readonly KeyObject[] = [];
  private loadedAtMs = -Infinity;
  /** Once it is registered: requests for other sellers are refused. */
  sellerId: string | null = null;

  /** @param own trusted besides: signs the check before the first offer */
  constructor(
    private readonly client: Client,
    private readonly own: readonly KeyObject[] = [],
  ) {}

  /** What can be said before the body has arrived: it names this seller, and looks signed. */
  mayAccept(headers: IncomingHttpHeaders): boolean {
    const audience = audienceOf(headers);
    if (audience === null || ![CHECK_AUDIENCE, this.sellerId].includes(audience)) return false;
    return claimsSignature(headers, Date.now());
  }

  /** Whether the exchange has signed the request for this seller, or to check its endpoint. */
  async accepts(headers: IncomingHttpHeaders, body: Uint8Array): Promise<boolean> {
    if (!this.mayAccept(headers)) return false;
    const fits = () => isSignedWith([...this.own, ...this.keys], headers, body, Date.now());
    if (fits()) return true;
    if (Date.now() - this.loadedAtMs < KEYS_KEPT_MS) return false;
    this.loadedAtMs = Date.now();
    await this.load().catch(() => undefined); // the exchange is away: the known keys stay
    return fits();
  }

  async load(): Promise<void> {
    const { keys } = (await this.client.call('GET', '/.well-known/jwks.json')) as {
      keys: JsonWebKey[];
    };
    this.keys = keys.map((key) => createPublicKey({ key, format: 'jwk' }));
  }
}
