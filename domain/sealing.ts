/**
 * Encryption of prompts, answers and other private bytes: AES-256-GCM with the id of the key before
 * the ciphertext, so that keys can be rotated. Layout: version (1 byte), key id (4 bytes), nonce
 * (12), tag (16), ciphertext. The context (an order id, a workflow id) is authenticated but not
 * stored: bytes moved to another record cannot be decrypted.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + 4;
/** Limits the number of reported unknown keys: modified bytes may name any. */
const KEY_IDS_TOLD = 20;

/** The bytes were encrypted with a key that this process does not have. */
export class UnknownPayloadKey extends Error {
  override readonly name = 'UnknownPayloadKey';

  constructor(readonly keyId: string) {
    super(`No payload key with the id ${keyId}.`);
  }
}

export class Sealer {
  private readonly keys = new Map<string, Buffer>();
  private readonly current: string;
  private readonly unknownKeyIds = new Set<string>();
  /** How often the current key has encrypted, by this process. */
  seals = 0;
  /** How often decryption failed because of an unknown key. */
  unknownKeyUses = 0;

  /**
   * @param keys 32-byte keys; the first one encrypts, all of them decrypt
   * @param onUnknownKey receives each missing key once
   */
  constructor(
    keys: readonly Buffer[],
    private readonly onUnknownKey: (keyId: string) => void = () => undefined,
  ) {
    for (const key of keys) {
      if (key.length !== 32) throw new Error('A payload key must have 32 bytes.');
      this.keys.set(keyIdOf(key), key);
    }
    const first = keys[0];
    if (!first) throw new Error('At least one payload key is needed.');
    this.current = keyIdOf(first);
  }

  /** Of all keys; the first one encrypts. */
  get keyIds(): readonly [string, ...string[]] {
    return [this.current, ...[...this.keys.keys()].filter((id) => id !== this.current)];
  }

  get keyId(): string {
    return this.current;
  }

  /** The id of the key that encrypted these bytes; null for bytes of another origin. */
  keyIdOf(sealed: Uint8Array): string | null {
    if (sealed[0] !== VERSION || sealed.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES)
      return null;
    return Buffer.from(sealed.subarray(1, HEADER_BYTES)).toString('hex');
  }

  seal(plain: Uint8Array, context: string): Buffer {
    const { cipher, sealed } = this.cipherFor(context);
    return sealed([cipher.update(plain)]);
  }

  /** The same for bytes of any size: others take turns with them. */
  async sealInTurns(plain: Uint8Array, context: string): Promise<Buffer> {
    const { cipher, sealed } = this.cipherFor(context);
    return sealed(await inTurns(plain, (piece) => cipher.update(piece)));
  }

  private cipherFor(context: string) {
    this.seals += 1;
    const key = this.keyOf(this.current);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
    const sealed = (body: readonly Buffer[]) => {
      cipher.final(); // GCM has no padding: it is empty, and ends the tag
      const keyId = Buffer.from(this.current, 'hex');
      return Buffer.concat([Buffer.of(VERSION), keyId, nonce, cipher.getAuthTag(), ...body]);
    };
    return { cipher, sealed };
  }

  /**
   * @throws UnknownPayloadKey, and Error when the bytes have another origin, were modified, or
   *   belong to another context
   */
  open(sealed: Uint8Array, context: string): Buffer {
    const { decipher, body } = this.decipherFor(sealed, context);
    const plain = decipher.update(body);
    decipher.final();
    return plain;
  }

  /** The same for bytes of any size. @throws as `open` */
  async openInTurns(sealed: Uint8Array, context: string): Promise<Buffer> {
    const { decipher, body } = this.decipherFor(sealed, context);
    const plain = await inTurns(body, (piece) => decipher.update(piece));
    decipher.final();
    return Buffer.concat(plain);
  }

  private decipherFor(sealed: Uint8Array, context: string) {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (bytes[0] !== VERSION) throw new Error('Unknown version of sealed bytes.');
    const key = this.keyOf(bytes.subarray(1, HEADER_BYTES).toString('hex'));
    const nonceEnd = HEADER_BYTES + NONCE_BYTES;
    const tagEnd = nonceEnd + TAG_BYTES;
    const nonce = bytes.subarray(HEADER_BYTES, nonceEnd);
    // Without the length, a tag that was shortened is compared only as far as it goes.
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(nonceEnd, tagEnd));
    return { decipher, body: bytes.subarray(tagEnd) };
  }

  sealJson(value: unknown, context: string): Buffer {
    return this.seal(Buffer.from(JSON.stringify(value)), context);
  }

  openJson<T>(sealed: Uint8Array, context: string): T {
    return JSON.parse(this.open(sealed, context).toString()) as T;
  }

  private keyOf(id: string): Buffer {
    const key = this.keys.get(id);
    if (key) return key;
    this.unknownKeyUses += 1;
    if (!this.unknownKeyIds.has(id) && this.unknownKeyIds.size < KEY_IDS_TOLD) {
      this.unknownKeyIds.add(id);
      this.onUnknownKey(id);
    }
    throw new UnknownPayloadKey(id);
  }
}

/** A piece takes a few milliseconds. */
const PIECE_BYTES = 1_000_000;

async function inTurns(
  bytes: Uint8Array,
  of: (piece: Uint8Array) => Buffer,
): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await new Promise<void>((resolve) => setImmediate(resolve));
    pieces.push(of(bytes.subarray(at, at + PIECE_BYTES)));
  }
  return pieces;
}

function keyIdOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}
