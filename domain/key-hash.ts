/**
 * API keys and ticket credentials: 256 random bits in base62 after a prefix, followed by a checksum
 * that detects a mistyped key before any query. Only the keyed hash is stored.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from './mode';

/** Prefixes by mode: a key shows which market it belongs to. */
export const KEY_PREFIXES = {
  live: { buyer: 'sk-tb_', ticket: 'tkt_' },
  test: { buyer: 'sk-tb_test_', ticket: 'tkt_test_' },
} as const satisfies Record<Mode, Record<string, string>>;

export type KeyPrefix = (typeof KEY_PREFIXES)[Mode]['buyer' | 'ticket'];

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Base62 digits of 256 bits, and of a CRC-32. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** A new key, to be shown once. */
export function issueKey(prefix: KeyPrefix): string {
  return keyOf(prefix, randomBytes(32));
}

/**
 * The key of one business operation: a repetition gets the same key, and without the pepper it is
 * indistinguishable from a random one.
 */
export function deriveKey(prefix: KeyPrefix, pepper: string, actId: string): string {
  const key = createHmac('sha256', pepper).update(`keys:${prefix}`).digest();
  return keyOf(prefix, createHmac('sha256', key).update(actId).digest());
}

function keyOf(prefix: KeyPrefix, bits: Buffer): string {
  const secret = base62(BigInt(`0x${bits.toString('hex')}`), SECRET_LENGTH);
  return prefix + secret + checksumOf(prefix + secret);
}

/** Whether `issueKey` could have issued a key, not whether it did. */
export function hasValidChecksum(prefix: KeyPrefix, key: string): boolean {
  if (!key.startsWith(prefix)) return false;
  if (key.length !== prefix.length + SECRET_LENGTH + CHECKSUM_LENGTH) return false;
  return checksumOf(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** Whether `issueKey` of a market in this mode could have issued a key. */
export function isKeyOf(mode: Mode, key: string): boolean {
  return Object.values(KEY_PREFIXES[mode]).some((prefix) => hasValidChecksum(prefix, key));
}

/** The stored form of a key: HMAC-SHA256 under the pepper, in hex. */
export function hashKey(pepper: string, key: string): string {
  return createHmac('sha256', pepper).update(key).digest('hex');
}

/** Compares two hashes in constant time. */
export function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) {
    digits = DIGITS.charAt(Number.parseInt((rest % 62n).toString(), 10)) + digits;
  }
  return digits.padStart(length, '0');
}
