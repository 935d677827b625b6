/** The example seller as a process of its own: registers, offers, verifies, answers a key alike. */
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Signer, publicJwks } from '../../domain/signing';
import { until } from '../support/wait';
import { SELLER_ID, attempt, closeClients, signingKey, testClient, textOf } from './attempt';

/** The three routes of an exchange that a seller calls at its start, noting what it said. */
let exchange: Server;
let seller: ChildProcess;
let url = '';
let published = [signingKey];
const withdrawn: string[] = [];
const OFFER_ID = randomUUID();
const calls: { path: string; key: unknown; body: Record<string, unknown> }[] = [];

beforeAll(async () => {
  exchange = createServer((req, res) => {
    res.setHeader('content-type', 'application/json');
    if (req.method === 'GET') return res.end(JSON.stringify(publicJwks(...published)));
    if (req.method === 'DELETE') {
      withdrawn.push(req.url ?? '');
      return res.writeHead(204).end();
    }
    void json(req).then((body) => {
      calls.push({
        path: req.url ?? '',
        key: req.headers['x-seller-api-key'],
        body: body as Record<string, unknown>,
      });
      res.end(JSON.stringify({ offer_id: OFFER_ID, seller_id: SELLER_ID }));
    });
  }).listen(0, '127.0.0.1');
  await once(exchange, 'listening');
  const { port } = exchange.address() as AddressInfo;
  seller = spawn(process.execPath, [join(__dirname, '../../examples/seller/seller.mjs')], {
    env: {
      TOKENBOOK_URL: `http://127.0.0.1:${port}`,
      SELLER_PORT: '0',
      // Of a gateway in the same environment: the seller does not listen there.
      PORT: String(port),
      SELLER_API_KEY: 'k'.repeat(32),
    },
    stdio: 'ignore',
  });
  await until(() => calls.length === 2, {
    timeoutMs: 10_000,
    what: 'the seller to rest its offer',
  });
  url = String(calls[0]!.body['endpoint_url']);
});
afterAll(async () => {
  seller.kill('SIGKILL');
  exchange.close();
  await closeClients();
});

function signed(
  signer: Signer,
  body: string,
  { audience = SELLER_ID as string, atMs = Date.now() } = {},
): Record<string, string> {
  const id = randomUUID();
  return { 'idempotency-key': id, ...signer.headers({ id, audience }, body, atMs) };
}

test('it registers and posts an offer (SELLER-3)', () => {
  expect(calls).toMatchObject([
    { path: '/seller/v1/register', body: { name: 'Example seller', api_key: 'k'.repeat(32) } },
    {
      path: '/seller/v1/offers',
      key: 'k'.repeat(32),
      body: { region: 'us-east', quantity_tokens: 1_000_000 },
    },
  ]);
});

test('it answers, streamed and not, and the same key alike', async () => {
  const client = testClient();
  const fillId = randomUUID();
  const whole = await attempt(client, url, { fillId });
  expect(whole.outcome).toMatchObject({
    kind: 'answered',
    body: { choices: [{ message: { content: 'You said: Say something.' } }] },
  });
  const changed = {
    model: 'm',
    messages: [{ role: 'user', content: 'Something else.' }],
    stream: true,
  };
  const again = await attempt(client, url, { fillId, body: changed, streamed: true });
  expect(again.outcome).toMatchObject({ kind: 'answered', streamed: true, finishReason: 'stop' });
  expect(textOf(again.chunks)).toBe('You said: Say something.');
});

test('it takes a new key of the exchange as soon as that is published', async () => {
  const next = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' });
  const body = '{"model":"m","messages":[{"role":"user","content":"hi"}]}';
  published = [signingKey, next];
  const post = async (key: Buffer) => {
    const headers = signed(new Signer(key), body);
    return (await fetch(`${url}/chat/completions`, { method: 'POST', headers, body })).status;
  };
  expect(await Promise.all([post(next), post(next), post(signingKey)])).toEqual([200, 200, 200]);
});

test("it refuses a signature that is not the exchange's, changed or old", async () => {
  const stranger = generateKeyPairSync('ed25519').privateKey.export({
    format: 'der',
    type: 'pkcs8',
  });
  const body = '{"model":"m","messages":[{"role":"user","content":"hi"}]}';
  const post = async (headers: object, sent = body) =>
    (
      await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: { ...headers },
        body: sent,
      })
    ).status;
  const own = new Signer(signingKey);
  const fresh = signed(own, body);
  expect(await post(fresh)).toBe(200);
  expect(await post(fresh, `${body} `)).toBe(401);
  expect(await post({ ...fresh, 'webhook-id': `other.${SELLER_ID}` })).toBe(401);
  expect(await post({ ...fresh, 'idempotency-key': 'other' })).toBe(401);
  expect(await post({ ...fresh, 'webhook-signature': 'v1a,AAAA' })).toBe(401);
  expect(await post({})).toBe(401);
  expect(await post(signed(own, body, { atMs: Date.now() - 6 * 60_000 }))).toBe(401);
  expect(await post(signed(new Signer(stranger), body))).toBe(401);
});

test('refuses what is signed for another seller, and answers a check', async () => {
  const body = '{"model":"m","messages":[{"role":"user","content":"hi"}]}';
  const post = async (audience: string) => {
    const headers = signed(new Signer(signingKey), body, { audience });
    return (await fetch(`${url}/chat/completions`, { method: 'POST', headers, body })).status;
  };
  expect(await post(SELLER_ID)).toBe(200);
  expect(await post('check')).toBe(200);
  expect(await post(randomUUID())).toBe(401);
});

test.each([
  ['is not signed for it', 401, {}],
  ['is larger than any of the exchange', 413, signed(new Signer(signingKey), '{')],
])('refuses a request that %s before its body arrives', async (_what, status, headers) => {
  const asked = request(`${url}/chat/completions`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-length': 1e8,
    },
  });
  asked.on('error', () => undefined).flushHeaders();
  const answered = once(asked, 'response', { signal: AbortSignal.timeout(5_000) });
  const [answer] = (await answered) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(status);
  asked.destroy();
});

test('it withdraws its offer at its end', async () => {
  seller.kill('SIGTERM');
  expect((await once(seller, 'exit'))[0]).toBe(0);
  expect(withdrawn).toEqual([`/seller/v1/offers/${OFFER_ID}`]);
});
