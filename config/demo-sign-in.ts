/**
 * The code in the address that `npm start` prints: it signs the demo's buyer in at the console, once. It stands,
 * as its hash, in the folder of local data, beside the key that it is exchanged for.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const SIGN_IN_MINUTES = 60;

interface KeptCode {
  readonly codeHash: string;
  readonly expiresAtMs: number;
}

export type SignIn =
  { readonly buyerKey: string } | { readonly refused: 'used' | 'expired' | 'unknown' };

/** A new code, in place of the one before. */
export function newSignInCode(home: string, nowMs = Date.now()): string {
  const code = randomBytes(24).toString('base64url');
  const kept: KeptCode = { codeHash: hashOf(code), expiresAtMs: nowMs + SIGN_IN_MINUTES * 60_000 };
  writeFileSync(open(home), JSON.stringify(kept), { mode: 0o600 });
  return code;
}

/** Of all who ask with one code, in whatever process, one gets the key: the one that moves the file. */
export function exchangeSignInCode(home: string, code: string, nowMs = Date.now()): SignIn {
  const codeHash = hashOf(code);
  const kept = read<KeptCode>(open(home));
  if (kept?.codeHash !== codeHash) return { refused: lastUsed(home, codeHash) };
  if (nowMs >= kept.expiresAtMs) return { refused: 'expired' };
  try {
    renameSync(open(home), used(home));
  } catch {
    return { refused: lastUsed(home, codeHash) };
  }
  const credentials = read<{ demo?: { buyer?: { buyerKey: string } } }>(
    join(home, 'credentials.json'),
  );
  const buyerKey = credentials?.demo?.buyer?.buyerKey;
  return buyerKey === undefined ? { refused: 'unknown' } : { buyerKey };
}

function lastUsed(home: string, codeHash: string): 'used' | 'unknown' {
  return read<KeptCode>(used(home))?.codeHash === codeHash ? 'used' : 'unknown';
}

const open = (home: string) => join(home, 'sign-in.json');
const used = (home: string) => join(home, 'sign-in-used.json');

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

function read<Content>(path: string): Content | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Content;
  } catch {
    return null;
  }
}
