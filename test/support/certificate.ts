/**
 * A self-signed certificate for host names of tests: a process started with `NODE_EXTRA_CA_CERTS`
 * trusts it. Node creates keys and signatures, but no certificates (RFC 5280).
 */
import { generateKeyPairSync, sign } from 'node:crypto';

const DAY_MS = 86_400_000;

const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

/**
 * @param names subject alternative names: `seller.test`, `*.seller.test`
 * @param validUntilMs by default a day from now
 */
export function newCertificate(
  names: readonly string[],
  validUntilMs = Date.now() + DAY_MS,
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId(ECDSA_WITH_SHA256));
  const commonName = sequence(objectId(COMMON_NAME), der(0x0c, Buffer.from(names[0] ?? '')));
  const subject = sequence(der(0x31, commonName));
  const alternativeNames = sequence(...names.map((name) => der(0x82, Buffer.from(name))));
  const extension = sequence(objectId(SUBJECT_ALT_NAME), der(0x04, alternativeNames));
  const toBeSigned = sequence(
    der(0xa0, integer(2)), // version 3
    integer(1),
    algorithm,
    subject, // self-signed: the issuer is the subject
    sequence(time(validUntilMs - 2 * DAY_MS), time(validUntilMs)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const certificate = sequence(toBeSigned, algorithm, bits(sign('sha256', toBeSigned, privateKey)));
  const lines = certificate.toString('base64').replace(/.{1,64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  return Buffer.concat([Buffer.of(tag, ...sizeOf(length)), content]);
}

/** The shortest form, which DER demands. */
function sizeOf(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.of(value));
}

function bits(value: Uint8Array): Buffer {
  return der(0x03, Buffer.of(0), value);
}

/** `YYMMDDhhmmssZ` */
function time(atMs: number): Buffer {
  const text = new Date(atMs).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${text}Z`));
}
