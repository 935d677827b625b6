/** What a seller receives: the address, the body, the headers, the signature (DISPATCH-1 to DISPATCH-4). */
import { createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { protocolOf } from '../../exchange/dispatch/protocols';
import { Signer, publicJwks } from '../../domain/signing';
import { startSeller, type Seller } from '../support/sellers/seller';
import type { SellerRequest } from '../support/sellers/seller-request';
import {
  SELLER_ID,
  type AttemptOptions,
  attempt,
  closeClients,
  signingKey,
  testClient,
} from './attempt';

const client = testClient();
let seller: Seller;

beforeAll(async () => {
  seller = await startSeller();
});
afterAll(async () => {
  await closeClients();
  await seller.close();
});

async function received(request: AttemptOptions): Promise<SellerRequest> {
  const { outcome } = await attempt(client, seller.url, { model: 'm', ...request });
  expect(outcome.kind).toBe('answered');
  return seller.requests.at(-1)!;
}

describe('the address', () => {
  test.each([
    ['https://a.example', 'https://a.example/v1/chat/completions'],
    ['https://a.example/', 'https://a.example/v1/chat/completions'],
    ['https://a.example/v1', 'https://a.example/v1/chat/completions'],
    ['https://a.example/v1/', 'https://a.example/v1/chat/completions'],
    [
      'https://a.example/openai/deployments/x',
      'https://a.example/openai/deployments/x/chat/completions',
    ],
    ['https://a.example/v1/chat/completions', 'https://a.example/v1/chat/completions'],
    [
      'https://a.example/chat/completions?version=2',
      'https://a.example/chat/completions?version=2',
    ],
    ['https://a.example/v1?version=2', 'https://a.example/v1/chat/completions?version=2'],
    ['https://a.example:8443', 'https://a.example:8443/v1/chat/completions'],
  ])('%s', (endpoint, url) => {
    expect(protocolOf(endpoint).requestUrl(endpoint).href).toBe(url);
  });
});

describe('the body', () => {
  const messages = [{ role: 'user', content: 'hi' }];

  test('loses our own fields and has the model as the seller spells it, and nothing else changes', async () => {
    const others = {
      model: 'LLaMA-3.3-70B ',
      messages,
      max_tokens: 5,
      temperature: 0.1,
      seed: 9_007_199_254_740_991,
      stop: null,
      stream: false,
      logit_bias: { '50256': -100 },
      vendor_field: { deep: [1, { max_price: 'kept inside' }] },
    };
    const body = { ...others, max_price: '0.5', region: 'eu-west', venue_pin: 'someone' };
    const { body: sent } = await received({ body, model: 'Llama-3.3-70B' });
    expect(sent).toEqual({ ...others, model: 'Llama-3.3-70B' });
  });

  test('keeps the spelling of what it does not know, to the last sign', async () => {
    const unknown =
      '"seed":12345678901234567890, "a":[1e3,1.0,-0,1E+2,0.10] ,"b" :{ "c":"\\u00e9\\/","d":1.50},' +
      '"constructor":{"x":-0},"prototype":1,"\\u0074emperature":1.0,"e":"} \\" , {","f":"\\\\"';
    const body = `{"max_price":"1","messages":[],"max_tokens":5,"model":"m",${unknown},"region":null}`;
    const { rawBody } = await received({ body });
    expect(rawBody).toBe(`{"model":"m","messages":[],"max_tokens":5,${unknown}}`);
    expect(JSON.parse(rawBody)).toMatchObject({ temperature: 1, e: '} " , {', f: '\\' });
  });

  test.each(['{}', ' { } ', '{"max_price":"1"}'])(
    'of %s is an object all the same',
    async (body) => {
      expect((await received({ body })).body).toEqual({ model: 'm' });
    },
  );

  test('gets max_tokens when the buyer named no cap', async () => {
    const body = { model: 'm', messages };
    expect((await received({ body, reservedCompletionTokens: 77 })).body).toEqual({
      ...body,
      max_tokens: 77,
    });
    const none = { ...body, max_tokens: null };
    expect((await received({ body: none, reservedCompletionTokens: 77 })).body).toEqual({
      ...body,
      max_tokens: 77,
    });
  });

  test.each(['max_tokens', 'max_completion_tokens'])("keeps the buyer's %s", async (cap) => {
    const body = { model: 'm', messages, [cap]: 9 };
    expect((await received({ body, reservedCompletionTokens: null })).body).toEqual(body);
  });

  test('asks for the usage of a stream, whatever the buyer asks for', async () => {
    const body = { model: 'm', messages, max_tokens: 5, stream: true };
    const added = await received({ body, streamed: true });
    expect(added.body).toEqual({ ...body, stream_options: { include_usage: true } });
    const own = { ...body, stream_options: { include_usage: false } };
    expect((await received({ body: own, streamed: true })).body).toEqual(added.body);
  });
});

describe('the headers', () => {
  test('are ours, and nothing of the buyer is among them', async () => {
    const fillId = randomUUID();
    const { headers, method, path } = await received({ fillId });
    expect({ method, path }).toEqual({ method: 'POST', path: '/v1/chat/completions' });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'tokenbook',
      'idempotency-key': fillId,
      'webhook-id': `${fillId}.${SELLER_ID}`,
    });
    const names = Object.keys(headers).filter(
      (name) => !['host', 'connection', 'content-length'].includes(name),
    );
    expect(names.sort()).toEqual(
      ['accept', 'accept-encoding', 'content-type', 'idempotency-key', 'user-agent'].concat([
        'webhook-id',
        'webhook-signature',
        'webhook-timestamp',
      ]),
    );
    expect((await received({ streamed: true })).headers.accept).toBe('text/event-stream');
  });
});

describe('the signature', () => {
  const jwks = publicJwks(signingKey);

  test('verifies with the published key, by the standard and nothing of ours', async () => {
    const { headers, rawBody } = await received({
      body: { model: 'm', messages: [{ role: 'user', content: 'Grüße, 世界 🙂' }], max_tokens: 5 },
    });
    const [key] = jwks.keys;
    const publicKey = createPublicKey({ key: { ...key }, format: 'jwk' });
    const [version, signature] = String(headers['webhook-signature']).split(',');
    const signed = [headers['webhook-id'], headers['webhook-timestamp'], rawBody].join('.');
    expect(version).toBe('v1a');
    expect(verify(null, Buffer.from(signed), publicKey, Buffer.from(signature!, 'base64'))).toBe(
      true,
    );
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(5);
  });

  test('covers the id, the time and the body', async () => {
    const { headers, rawBody } = await received({});
    const other = new Signer(signingKey).headers(
      { id: 'another', audience: SELLER_ID },
      rawBody,
      Date.now(),
    );
    expect(other['webhook-signature']).not.toBe(headers['webhook-signature']);
    const later = new Signer(signingKey).headers(
      { id: String(headers['idempotency-key']), audience: SELLER_ID },
      rawBody,
      0,
    );
    expect(later['webhook-timestamp']).toBe('0');
    expect(later['webhook-signature']).not.toBe(headers['webhook-signature']);
  });

  test('the published key holds nothing private', () => {
    expect(Object.keys(jwks.keys[0]!).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  });

  test('a key of another kind is refused at the start', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
    expect(() => new Signer(rsa.export({ format: 'der', type: 'pkcs8' }))).toThrow('Ed25519');
  });
});
