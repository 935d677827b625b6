/** Signatures of dispatches by themselves, against the examples of their standards (DISPATCH-4). */
import { type KeyObject, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { Signer, audienceOf, isSignedWith, publicJwks } from '../../domain/signing';

/** The private key of RFC 8037, appendix A, as PKCS#8. */
const KEY = Buffer.concat([
  Buffer.from('302e020100300506032b657004220420', 'hex'),
  Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url'),
]);
const PUBLIC_X = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
const NOW_MS = 1_767_225_600_999;
const SECOND_MS = 1_000;
const TO = { id: 'fill', audience: 'seller' };

const publicKey = (x = PUBLIC_X): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
const stranger = () => generateKeyPairSync('ed25519').publicKey;

test('the published key and its thumbprint are those of RFC 8037', () => {
  expect(publicJwks(KEY)).toEqual({
    keys: [
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: PUBLIC_X,
        kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
        use: 'sig',
        alg: 'EdDSA',
      },
    ],
  });
  expect(publicJwks(KEY, KEY).keys).toHaveLength(2);
});

test('a key without a public point is published by no set, and signs nothing', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey;
  const der = rsa.export({ format: 'der', type: 'pkcs8' });
  expect(() => publicJwks(der)).toThrow('The signing key must be Ed25519.');
  expect(() => new Signer(der)).toThrow('The signing key must be Ed25519.');
  const curve = generateKeyPairSync('x25519').privateKey;
  expect(() => new Signer(curve.export({ format: 'der', type: 'pkcs8' }))).toThrow(
    'The signing key must be Ed25519.',
  );
});

describe('the headers', () => {
  const body = '{"model":"m"}';
  const headers = new Signer(KEY).headers(TO, body, NOW_MS);

  test('have the id with its audience, and the second, rounded down', () => {
    expect(headers).toMatchObject({
      'webhook-id': 'fill.seller',
      'webhook-timestamp': '1767225600',
    });
  });

  test('have the signature of id, second and body, with points between them', () => {
    const [version, signature = ''] = headers['webhook-signature'].split(',');
    expect(version).toBe('v1a');
    const signed = Buffer.from(`fill.seller.1767225600.${body}`);
    expect(verify(null, signed, publicKey(), Buffer.from(signature, 'base64'))).toBe(true);
  });

  test('are the same for text and bytes, small and large, aside and at once', async () => {
    const signer = new Signer(KEY);
    for (const size of [0, 1, 65_536, 65_537, 300_000]) {
      const bytes = Buffer.alloc(size, 'ä');
      const atOnce = signer.headers(TO, bytes, NOW_MS);
      expect(await signer.headersAside(TO, bytes, NOW_MS)).toEqual(atOnce);
      expect(
        isSignedWith([publicKey()], { 'idempotency-key': 'fill', ...atOnce }, bytes, NOW_MS),
      ).toBe(true);
    }
    const text = 'an ä';
    const own = signer.headers(TO, text, NOW_MS);
    expect(signer.headers(TO, Buffer.from(text), NOW_MS)).toEqual(own);
  });

  test('of a large body leave the process free while they are made', async () => {
    const signer = new Signer(KEY);
    const order: string[] = [];
    const large = signer.headersAside(TO, Buffer.alloc(65_537), NOW_MS);
    const small = signer.headersAside(TO, Buffer.alloc(65_536), NOW_MS);
    await Promise.all([
      large.then(() => order.push('large')),
      small.then(() => order.push('small')),
    ]);
    expect(order).toEqual(['small', 'large']);
  });
});

describe('a request', () => {
  const body = '{"model":"m"}';
  const headers = { 'idempotency-key': 'fill', ...new Signer(KEY).headers(TO, body, NOW_MS) };
  const isSigned = (
    changed: Partial<Record<keyof typeof headers, string | string[] | undefined>> = {},
    { keys = [publicKey()], sent = body, nowMs = NOW_MS } = {},
  ) => isSignedWith(keys, { ...headers, ...changed }, sent, nowMs);

  test('is signed by any of the keys', () => {
    expect(isSigned()).toBe(true);
    expect(isSigned({}, { keys: [stranger(), publicKey()] })).toBe(true);
    expect(isSigned({}, { keys: [stranger()] })).toBe(false);
    expect(isSigned({}, { keys: [] })).toBe(false);
  });

  test('is signed by any of its signatures of this version', () => {
    const own = headers['webhook-signature'];
    const foreign = `v1a,${Buffer.alloc(64, 7).toString('base64')}`;
    expect(isSigned({ 'webhook-signature': `v1,c2VjcmV0 ${foreign} ${own}` })).toBe(true);
    expect(isSigned({ 'webhook-signature': foreign })).toBe(false);
    expect(isSigned({ 'webhook-signature': own.replace('v1a,', 'v1b,') })).toBe(false);
    expect(isSigned({ 'webhook-signature': own.replace('v1a,', '') })).toBe(false);
    expect(isSigned({ 'webhook-signature': `${own.replace('v1a,', '')},v1a` })).toBe(false);
    expect(isSigned({ 'webhook-signature': undefined })).toBe(false);
    expect(isSigned({ 'webhook-signature': '' })).toBe(false);
  });

  test('that was changed is not signed', () => {
    expect(isSigned({ 'webhook-id': 'another' })).toBe(false);
    expect(isSigned({ 'webhook-timestamp': '1767225601' })).toBe(false);
    expect(isSigned({}, { sent: `${body} ` })).toBe(false);
  });

  test('without one id and one time is not signed', () => {
    for (const missing of [undefined, '', ['fill'], ['fill', 'fill']]) {
      expect(isSigned({ 'webhook-id': missing })).toBe(false);
    }
    for (const missing of [undefined, '', 'now', ['1767225600']]) {
      expect(isSigned({ 'webhook-timestamp': missing })).toBe(false);
    }
    const empty = new Signer(KEY).headers({ id: '', audience: 'seller' }, body, NOW_MS);
    expect(isSignedWith([publicKey()], { ...empty }, body, NOW_MS)).toBe(false);
  });

  test('names the seller that it is signed for, behind its Idempotency-Key', () => {
    expect(audienceOf(headers)).toBe('seller');
    for (const key of [undefined, '', 'another', 'fil', 'fill.seller', ['fill']]) {
      expect(audienceOf({ ...headers, 'idempotency-key': key })).toBeNull();
      expect(isSigned({ 'idempotency-key': key })).toBe(false);
    }
    expect(audienceOf({ ...headers, 'webhook-id': 'fill' })).toBeNull();
    expect(isSigned({ 'webhook-id': 'fill.thief' })).toBe(false);
  });

  test('is signed for less than five minutes, on a clock before or behind', () => {
    const sentAtMs = 1_767_225_600_000;
    const at = (awayMs: number) => isSigned({}, { nowMs: sentAtMs + awayMs });
    expect([at(-300 * SECOND_MS + 1), at(0), at(300 * SECOND_MS - 1)]).toEqual([true, true, true]);
    expect([at(-300 * SECOND_MS), at(300 * SECOND_MS)]).toEqual([false, false]);
  });
});
