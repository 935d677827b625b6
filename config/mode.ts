/** What keeps the two modes of a market apart, whatever the environment says. */
import { createHash, createPrivateKey, hkdfSync } from 'node:crypto';
import type { Mode } from '../domain/mode';

interface ModeValues {
  readonly TOKENBOOK_MODE: Mode;
  readonly TOKENBOOK_ENV?: string | undefined;
  readonly TOKENBOOK_DEPLOYMENT?: string | undefined;
  readonly MONGODB_DATABASE?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
}

interface Names {
  readonly TOKENBOOK_DEPLOYMENT: string;
  readonly MONGODB_DATABASE: string;
}

const DEFAULTS: Readonly<Record<Mode, Names>> = {
  live: { TOKENBOOK_DEPLOYMENT: 'tokenbook', MONGODB_DATABASE: 'tokenbook' },
  test: { TOKENBOOK_DEPLOYMENT: 'tokenbook-test', MONGODB_DATABASE: 'tokenbook_test' },
};

/** The names of test mode, and no other, have this end: no queue and no database is shared. */
const TEST_NAME = /[-_]test$/;

/** PKCS#8 of an Ed25519 key without its 32 secret bytes (RFC 8410, section 7). */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @throws Error for a name of the other mode, and for test mode without an address of its own */
export function namesOf(values: ModeValues): Names {
  const { TOKENBOOK_MODE: mode } = values;
  const names = {
    TOKENBOOK_DEPLOYMENT: values.TOKENBOOK_DEPLOYMENT ?? DEFAULTS[mode].TOKENBOOK_DEPLOYMENT,
    MONGODB_DATABASE: values.MONGODB_DATABASE ?? DEFAULTS[mode].MONGODB_DATABASE,
  };
  for (const [setting, name] of Object.entries(names)) {
    if (TEST_NAME.test(name) === (mode === 'test')) continue;
    throw new Error(
      mode === 'test'
        ? `TOKENBOOK_MODE is test, so ${setting} must end in -test or _test; it is ${name}.`
        : `TOKENBOOK_MODE is live, so ${setting} must not end in -test or _test; it is ${name}.`,
    );
  }
  if (mode === 'test' && values.TOKENBOOK_ENV !== undefined && values.PUBLIC_URL === undefined) {
    throw new Error(
      'TOKENBOOK_MODE is test and TOKENBOOK_ENV is set, so PUBLIC_URL must be given: requests reach the sellers of test mode below it.',
    );
  }
  return names;
}

/**
 * The key that signs dispatches of test mode, derived from a signing key by HKDF (RFC 5869). With
 * the live key, a buyer of test mode could have a seller of the live market answer for nothing.
 * @param signingKey Ed25519 private key, PKCS#8 DER
 */
export function deriveTestKey(signingKey: Buffer): Buffer {
  const exported = createPrivateKey({ key: signingKey, format: 'der', type: 'pkcs8' }).export({
    format: 'der',
    type: 'pkcs8',
  });
  const salt = createHash('sha256').update('tokenbook').digest();
  const seed = hkdfSync('sha256', exported, salt, 'test mode', 32);
  return Buffer.concat([ED25519_PKCS8, Buffer.from(seed)]);
}
