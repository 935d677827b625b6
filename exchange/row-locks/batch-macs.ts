/**
 * What processes tell each other of batches through Redis carries a MAC, so that nobody who can write
 * to Redis can have a batch committed, or believed to be committed. Each MAC names the request, and the
 * number of a request is used once: it is worth nothing for another one.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 32;
const EXPIRY_BYTES = 8;

export interface MacSettings {
  /** A batch of another market is worth nothing here. */
  readonly TOKENBOOK_DEPLOYMENT: string;
  readonly secrets: { readonly keyPepper: string };
}

export class BatchMacs {
  private readonly key: Buffer;

  constructor({ TOKENBOOK_DEPLOYMENT, secrets }: MacSettings) {
    const purpose = `row locks of ${TOKENBOOK_DEPLOYMENT}`;
    this.key = Buffer.from(hkdfSync('sha256', secrets.keyPepper, '', purpose, MAC_BYTES));
  }

  /** The batch of a request as it is handed over. */
  seal(request: string, batch: Buffer, expiresAtMs: number): Buffer {
    const expiry = Buffer.alloc(EXPIRY_BYTES);
    expiry.writeDoubleBE(expiresAtMs);
    const signed = Buffer.concat([expiry, batch]);
    return Buffer.concat([this.macOf('batch', request, signed), signed]);
  }

  /** The batch; null when the process of the request did not hand it over, or too long ago. */
  open(request: string, sealed: Buffer): Buffer | null {
    const mac = sealed.subarray(0, MAC_BYTES);
    const signed = sealed.subarray(MAC_BYTES);
    if (mac.length < MAC_BYTES || !timingSafeEqual(mac, this.macOf('batch', request, signed))) {
      return null;
    }
    return signed.readDoubleBE() > Date.now() ? signed.subarray(EXPIRY_BYTES) : null;
  }

  /** The confirmation that the batch of a request is committed. */
  committed(request: string): string {
    return this.macOf('committed', request, Buffer.alloc(0)).toString('hex');
  }

  private macOf(kind: 'batch' | 'committed', request: string, bytes: Buffer): Buffer {
    const name = JSON.stringify([kind, request]);
    return createHmac('sha256', this.key).update(name).update(bytes).digest();
  }
}
