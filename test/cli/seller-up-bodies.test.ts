/** `tokenbook seller up` and bodies of strangers: none is read without the headers of a signature, and few together. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { json } from 'node:stream/consumers';
import { Client } from '../../cli/client';
import { Bodies } from '../../cli/seller-up/bodies';
import { Proxy } from '../../cli/seller-up/proxy';
import { TrustedKeys } from '../../cli/seller-up/trusted-keys';
import { Upstream } from '../../cli/seller-up/upstream';
import { Signer } from '../../domain/signing';

const LARGE_BYTES = 8_000_000;
const SELLER_ID = 'this-seller';
const NOW_MS = Date.now();

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const signer = new Signer(privateKey.export({ format: 'der', type: 'pkcs8' }));
const signed = (audience: string, id = 'one', nowMs = NOW_MS) => ({
  'idempotency-key': id,
  ...signer.headers(
    {
      id,
      audience,
    },
    '{',
    nowMs,
  ),
});

describe('a request that announces a large body and sends none of it', () => {
  let proxy: Proxy;
  beforeAll(async () => {
    const exchange = new Client({
      url: 'http://127.0.0.1:1',
      headers: {},
      whenSilent: 'Nobody is there.',
      hasPages: false,
    });
    const trusted = new TrustedKeys(exchange, [publicKey]);
    trusted.sellerId = SELLER_ID;
    proxy = new Proxy({
      trusted,
      onChange: () => undefined,
      say: () => undefined,
      prove: () => null,
      upstream: new Upstream({
        url: 'http://127.0.0.1:1',
        model: 'a-model',
        key: undefined,
      }),
    });
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
  });
  afterAll(async () => {
    proxy.server.closeAllConnections();
    await proxy.close();
  });

  const { 'webhook-signature': _signature, ...unsigned } = signed(SELLER_ID);
  test.each([
    ['has no header of a signature', {}],
    ['has no signature', unsigned],
    ['is signed for another seller', signed('another-seller')],
    ['was signed an hour ago', signed(SELLER_ID, 'one', NOW_MS - 3_600_000)],
    ['has a key that is not signed', { ...signed(SELLER_ID), 'idempotency-key': 'another' }],
  ])('is refused when it %s', async (_what, headers: Record<string, string>) => {
    const { port } = proxy.server.address() as AddressInfo;
    const asked = request({
      port,
      host: '127.0.0.1',
      path: '/v1/chat/completions',
      method: 'POST',
      headers: {
        ...headers,
        'content-length': LARGE_BYTES,
      },
    });
    asked.on('error', () => undefined).flushHeaders();
    const answered = once(asked, 'response', { signal: AbortSignal.timeout(5_000) });
    const [answer] = (await answered) as [IncomingMessage];
    expect(answer.statusCode).toBe(401);
    expect(await json(answer)).toMatchObject({ error: { type: 'seller_error' } });
    asked.destroy();
  });
});

describe('bodies that arrive at the same time', () => {
  const beginning = (bodies: Bodies, bytes: number) => {
    const body = new PassThrough();
    const read = bodies.read(body);
    body.write(Buffer.alloc(bytes, 'x'));
    return { body, read };
  };

  test('are read while they fit together', async () => {
    const bodies = new Bodies(10);
    const [one, other] = [beginning(bodies, 4), beginning(bodies, 6)];
    one.body.end();
    other.body.end();
    expect(await one.read).toEqual(Buffer.from('xxxx'));
    expect(await other.read).toEqual(Buffer.from('xxxxxx'));
    const next = beginning(bodies, 10);
    next.body.end();
    expect(await next.read).toHaveLength(10);
  });

  test('beyond, the one that has been arriving for the longest gives way', async () => {
    const bodies = new Bodies(10);
    const [slow, quick] = [beginning(bodies, 4), beginning(bodies, 7)];
    expect(await slow.read).toBeNull();
    quick.body.end('xxx');
    expect(await quick.read).toHaveLength(10);
  });

  test('the place of one that broke off is free', async () => {
    const bodies = new Bodies(10);
    const broken = beginning(bodies, 10);
    broken.body.destroy();
    await expect(broken.read).rejects.toThrow('broke off');
    const [first, second] = [beginning(bodies, 4), beginning(bodies, 6)];
    first.body.end();
    second.body.end();
    expect(await first.read).toHaveLength(4);
    expect(await second.read).toHaveLength(6);
  });
});
