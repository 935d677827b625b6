/**
 * Signatures of dispatches: Standard Webhooks headers with Ed25519 (DISPATCH-4). Sellers verify
 * them with the public key at `/.well-known/jwks.json`; no secret is shared.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  type KeyObject,
  verify,
} from 'node:crypto';

export interface SignatureHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** For whom a request is signed: a seller's id, or this for the check of an endpoint. */
export const CHECK_AUDIENCE = 'check';

/** What is signed, and for whom. The seller that is asked again with the same id gives the same answer. */
export interface Addressed {
  readonly id: string;
  readonly audience: string;
}

export class Signer {
  private readonly key: KeyObject;

  /** @param signingKey Ed25519 private key, PKCS#8 DER */
  constructor(signingKey: Buffer) {
    this.key = createPrivateKey({ key: signingKey, format: 'der', type: 'pkcs8' });
    if (this.key.asymmetricKeyType !== 'ed25519')
      throw new Error('The signing key must be Ed25519.');
  }

  /**
   * Signs `<id>.<audience>.<timestamp>.<body>`; the timestamp is in whole seconds since the Unix
   * epoch.
   */
  headers(to: Addressed, body: string | Uint8Array, nowMs: number): SignatureHeaders {
    const id = webhookId(to);
    const timestamp = timestampOf(nowMs);
    return headersOf(id, timestamp, sign(null, signedBytes(id, timestamp, body), this.key));
  }

  /** Signs a large body outside the event loop: two megabytes take several milliseconds. */
  async headersAside(to: Addressed, body: Uint8Array, nowMs: number): Promise<SignatureHeaders> {
    if (body.length <= SIGN_AT_ONCE_BYTES) return this.headers(to, body, nowMs);
    const id = webhookId(to);
    const timestamp = timestampOf(nowMs);
    return headersOf(id, timestamp, await signAside(signedBytes(id, timestamp, body), this.key));
  }
}

const SIGN_AT_ONCE_BYTES = 65_536;

/** In what is signed, so that no seller can pass a request on to another one. */
export function webhookId({ id, audience }: Addressed): string {
  return `${id}.${audience}`;
}

function timestampOf(nowMs: number): string {
  return String(Math.floor(nowMs / 1_000));
}

function signedBytes(id: string, timestamp: string, body: string | Uint8Array): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes]);
}

function headersOf(id: string, timestamp: string, signature: Buffer): SignatureHeaders {
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1a,${signature.toString('base64')}`,
  };
}

function signAside(data: Buffer, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign(null, data, key, (err, signature) => (err ? reject(err) : resolve(signature)));
  });
}

/** The largest difference between the timestamp of a request and the clock of its reader. */
const TOLERANCE_SECONDS = 300;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * For whom a request is signed, if it is signed at all: what stands behind the `Idempotency-Key` in
 * `webhook-id`. Null when they do not belong together: the first is not signed, the second is.
 */
export function audienceOf(headers: Headers): string | null {
  const { 'webhook-id': id, 'idempotency-key': key } = headers;
  if (typeof id !== 'string' || typeof key !== 'string' || key === '') return null;
  return id.startsWith(`${key}.`) ? id.slice(key.length + 1) : null;
}

/** Whether a request has the headers of a signature of this moment. Its body proves it. */
export function claimsSignature(headers: Headers, nowMs: number): boolean {
  const { 'webhook-timestamp': timestamp } = headers;
  if (typeof timestamp !== 'string' || !audienceOf(headers)) return false;
  const isOfNow = Math.abs(nowMs / 1_000 - Number(timestamp)) < TOLERANCE_SECONDS;
  return isOfNow && signaturesIn(headers).length > 0;
}

/** Whether one of the public keys has signed the request for the audience that it names. */
export function isSignedWith(
  keys: readonly KeyObject[],
  headers: Headers,
  body: string | Uint8Array,
  nowMs: number,
): boolean {
  if (!claimsSignature(headers, nowMs)) return false;
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
  const signed = signedBytes(String(id), String(timestamp), body);
  const signatures = signaturesIn(headers);
  return keys.some((key) => signatures.some((one) => verify(null, signed, key, one)));
}

function signaturesIn(headers: Headers): Buffer[] {
  return String(headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((entry) => entry.startsWith('v1a,'))
    .map((entry) => Buffer.from(entry.slice('v1a,'.length), 'base64'));
}

export interface PublicJwks {
  readonly keys: readonly {
    readonly kty: 'OKP';
    readonly crv: 'Ed25519';
    readonly x: string;
    readonly kid: string;
    readonly use: 'sig';
    readonly alg: 'EdDSA';
  }[];
}

/** The public halves as a JSON Web Key Set (RFC 8037); each `kid` is the key's thumbprint (RFC 7638). */
export function publicJwks(...signingKeys: readonly Buffer[]): PublicJwks {
  return { keys: signingKeys.map(publicJwk) };
}

function publicJwk(signingKey: Buffer): PublicJwks['keys'][number] {
  const privateKey = createPrivateKey({ key: signingKey, format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (!x) throw new Error('The signing key must be Ed25519.');
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' };
}
