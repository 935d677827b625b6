/** An endpoint may prove that it knows the key of its seller, and is nobody else's then (SELLER-10). */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPublicKey } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Challenge, isProof, proofOf, proofUrl } from '../../domain/endpoint-proof';
import { isSignedWith, publicJwks } from '../../domain/signing';
import { newSeller } from '../../exchange/sellers/seller-profile';
import { identifySellers } from '../../exchange/sellers/identify-sellers';
import { hashKey } from '../../domain/key-hash';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { newKey, profile, register, registration } from './registering';

const challenge: Challenge = { nonce: 'a nonce', seller_id: 'a seller' };

test.each([
  ['https://a.example', 'https://a.example/v1/tokenbook/proof'],
  ['https://a.example/v1/', 'https://a.example/v1/tokenbook/proof'],
  ['https://a.example/x?key=a', 'https://a.example/x/tokenbook/proof?key=a'],
  ['https://a.example/x/chat/completions', 'https://a.example/x/tokenbook/proof'],
  ['https://a.example/x/chat/completions/', 'https://a.example/x/tokenbook/proof'],
  ['https://a.example/chat/completions', 'https://a.example/tokenbook/proof'],
])('%s is asked for its proof at %s', (endpoint, url) => {
  expect(proofUrl(endpoint).href).toBe(url);
});

test('a proof is the HMAC-SHA-256 of the nonce and the seller id by the key', () => {
  // printf 'a nonce.a seller' | openssl dgst -sha256 -hmac 'a key'
  const proof = 'bcd09ecbbe2202cf70d905607969830d2930a490a92378b4181c581806cc5bca';
  expect(proofOf('a key', challenge)).toBe(proof);
  expect(isProof(JSON.stringify({ proof }), 'a key', challenge)).toBe(true);
  expect(isProof(JSON.stringify({ proof: proof.toUpperCase() }), 'a key', challenge)).toBe(true);
});

test.each([
  ['no JSON', 'yes'],
  ['null', 'null'],
  ['no proof', '{}'],
  ['a proof that is no text', '{"proof": true}'],
  ['an empty proof', '{"proof": ""}'],
  ['the proof of another key', JSON.stringify({ proof: proofOf('b', challenge) })],
  [
    'the proof for another seller',
    JSON.stringify({ proof: proofOf('a key', { ...challenge, seller_id: 'b' }) }),
  ],
  [
    'the proof of another nonce',
    JSON.stringify({ proof: proofOf('a key', { ...challenge, nonce: 'b' }) }),
  ],
  ['a longer text', JSON.stringify({ proof: `${proofOf('a key', challenge)}0` })],
])('%s proves nothing', (_what, answer) => {
  expect(isProof(answer, 'a key', challenge)).toBe(false);
});

interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let exchange: Exchange;
const servers: Server[] = [];
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await exchange.stop();
});

/** An endpoint that knows this key; without one it answers everything else as a server of models does. */
async function startEndpoint(start: string | null) {
  const asked: Asked[] = [];
  let known = start;
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      asked.push({ path: req.url ?? '', headers: req.headers, body });
      if (known === null) return res.writeHead(404).end('{"error": "not found"}');
      return res.end(JSON.stringify({ proof: proofOf(known, JSON.parse(body) as Challenge) }));
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const knows = (key: string | null) => void (known = key);
  return { url, asked, knows };
}

const isVerified = async (key: string): Promise<boolean> =>
  (await profile(exchange, key)).body.endpoint_verified;

const untilVerified = (key: string) =>
  until(() => isVerified(key), { what: 'the endpoint to be verified' });

test('an endpoint that answers is verified by a question that the exchange has signed', async () => {
  const key = newKey();
  const { url, asked } = await startEndpoint(key);
  const answer = await register(exchange, registration({ endpoint_url: url, api_key: key }));
  await untilVerified(key);
  expect(asked).toHaveLength(1);
  const [{ path, headers, body }] = asked as [Asked];
  expect(path).toBe('/v1/tokenbook/proof');
  const { nonce, ...rest } = JSON.parse(body) as Challenge;
  expect(rest).toEqual({ seller_id: answer.body.seller_id });
  expect(Buffer.from(nonce, 'base64url')).toHaveLength(32);
  const [jwk] = publicJwks(exchange.settings.secrets.signingKey).keys;
  const publicKey = createPublicKey({ key: jwk! as never, format: 'jwk' });
  expect(isSignedWith([publicKey], headers, body, Date.now())).toBe(true);
  expect(headers['webhook-id']).toBe(`${String(headers['idempotency-key'])}.check`);
  expect(JSON.stringify([headers, body])).not.toContain(key);
  const { body: shown } = await exchange.admin('GET', `/sellers/${answer.body.seller_id}`);
  expect(shown).toMatchObject({ endpoint_verified: true });
  expect(shown.changes.at(-1).reason).toContain('proved');
  // It is not asked again for the same key.
  await register(exchange, registration({ endpoint_url: `${url}/`, api_key: key }));
  expect(await isVerified(key)).toBe(true);
  expect(asked).toHaveLength(1);
});

test.each([
  ['knows another key', newKey()],
  ['has no such route', null],
])('an endpoint that %s is registered, and not verified', async (_what, known) => {
  const key = newKey();
  const { url, asked } = await startEndpoint(known);
  const body = registration({ endpoint_url: url, api_key: key });
  expect((await register(exchange, body)).status).toBe(200);
  await until(() => asked.length === 1, { what: 'the question to arrive' });
  await register(exchange, body);
  await until(() => asked.length === 2, { what: 'the second question to arrive' });
  expect(await isVerified(key)).toBe(false);
});

test('a rotated key is to be proved again', async () => {
  const [first, second] = [newKey(), newKey()];
  const { url, asked, knows } = await startEndpoint(first);
  await register(exchange, registration({ endpoint_url: url, api_key: first }));
  await untilVerified(first);
  const rotated = registration({ endpoint_url: url, api_key: second });
  await register(exchange, rotated, { currentKey: first });
  await until(() => asked.length === 2, { what: 'the new key to be asked for' });
  expect(await isVerified(second)).toBe(false);
  knows(second);
  await register(exchange, rotated);
  await untilVerified(second);
});

test('a verified endpoint is nobody else’s, also of none that an earlier release registered', async () => {
  const [key, other] = [newKey(), newKey()];
  const { url } = await startEndpoint(key);
  const { records, settings } = exchange;
  const hash = (of: string) => hashKey(settings.secrets.keyPepper, of);
  const sellers = [
    [`${url}/`, other],
    [`${url}?x=1`, key],
  ] as const;
  for (const [endpointUrl, apiKey] of sellers) {
    const fields = { endpointUrl, supportedModels: ['m'], regions: null, local: true };
    const keys = { apiKeyHash: hash(apiKey), currentKeyHash: null };
    const { endpointIdentity, heldEndpoint, ...earlier } = newSeller({
      name: 'An earlier seller',
      ...fields,
      ...keys,
    });
    expect(endpointIdentity).toBe(heldEndpoint);
    await records.sellers.insertOne(earlier);
  }
  await identifySellers(records, { error: () => undefined } as never);
  const again = (apiKey: string) =>
    register(exchange, registration({ endpoint_url: url, api_key: apiKey }));
  expect((await again(other)).status).toBe(200); // as long as no other one is verified
  expect((await again(key)).status).toBe(200);
  await untilVerified(key);
  expect(await again(other)).toMatchObject({
    status: 409,
    body: { code: 'endpoint_already_registered' },
  });
  const stranger = registration({ endpoint_url: `${url}//`, api_key: newKey() });
  expect((await register(exchange, stranger)).status).toBe(409);
  expect((await again(key)).status).toBe(200);
});
