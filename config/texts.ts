/** Texts among the settings whose form is checked at the start, before somebody trips over them. */
import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { canParseUrl } from '../domain/can-parse-url';

/** Parses comma-separated values; empty when there is no list. */
export const listOf = (list: string | undefined) =>
  (list ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;
const HOST_PORT = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5}$/i;
const QUOTED = /^(['"`]).*\1$/s;
const IN_QUOTES = { error: 'must not stand in quotes', abort: true };
const KEY_OF_32_BYTES = /^[A-Za-z0-9+/]{43}=?$/;

function isHttpUrl(text: string): boolean {
  if (!canParseUrl(text)) return false;
  const { protocol, search, hash, username } = new URL(text);
  return /^https?:$/.test(protocol) && search + hash + username === '';
}

function isOrigin(text: string): boolean {
  return isHttpUrl(text) && new URL(text).origin === text;
}

function isSigningKey(text: string): boolean {
  try {
    const key = createPrivateKey({
      key: Buffer.from(text, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    return key.asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

const every = (is: (part: string) => boolean) => (list: string) => listOf(list).every(is);

export const httpUrl = () =>
  z.string().refine(isHttpUrl, 'must be an address such as https://tokenbook.example.com');
export const origins = () =>
  z.string().refine(every(isOrigin), 'must be origins such as https://app.example.com');
export const host = () =>
  z.string().regex(HOST, 'must be a host name such as buyers.example.com, without a scheme');
export const hostAndPort = () => z.string().regex(HOST_PORT, 'must be host:port, without a scheme');

/** Without quotes, which only a shell takes away, and without white space, which no header carries. */
export const secret = () =>
  z
    .string()
    .refine((text) => !QUOTED.test(text), IN_QUOTES)
    .refine((text) => !/\s/.test(text), 'must not contain white space');
export const payloadKeys = () =>
  z
    .string()
    .refine((text) => !QUOTED.test(text), IN_QUOTES)
    .refine(
      every((key) => KEY_OF_32_BYTES.test(key)),
      'must be keys of 32 bytes in base64',
    );
export const signingKeys = () =>
  z
    .string()
    .refine((text) => !QUOTED.test(text), IN_QUOTES)
    .refine(every(isSigningKey), 'must be Ed25519 private keys (PKCS#8) in base64');

const USER_OR_PASSWORD = '(?:[^:@/?#[\\]%\\s]|%[0-9a-f]{2})*';
const MONGODB = new RegExp(
  `^mongodb(?:\\+srv)?://(?:${USER_OR_PASSWORD}(?::${USER_OR_PASSWORD})?@)?[^@/?#\\s]+(?:[/?][^@\\s]*)?$`,
  'i',
);

/** Otherwise the driver takes a part of a password for a host, and names it. */
export const mongodbAddress = () =>
  z
    .string()
    .regex(
      MONGODB,
      'must be like mongodb://user:password@host:27017/?replicaSet=name, with special characters of user and password percent-encoded',
    );
