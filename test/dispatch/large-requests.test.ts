/** Large requests on their way to a seller: whole, few at once, and not held while the answer is read. */
import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { isSignedWith } from '../../domain/signing';
import { until } from '../support/wait';
import { type AttemptOptions, attempt, closeClients, keys, testClient } from './attempt';

/** More than the buffers of two sockets hold. */
const BODY = {
  model: 'llama-3.3-70b',
  messages: [{ role: 'user', content: 'a'.repeat(6_000_000) }],
  max_tokens: 64,
};
const PLACES = 6;
const ANSWER = JSON.stringify({
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
});

let server: Server;
let asked: [IncomingMessage, ServerResponse][];
let onAsked: (req: IncomingMessage, res: ServerResponse) => unknown;
beforeEach(async () => {
  asked = [];
  onAsked = () => undefined;
  server = createServer((req, res) => {
    asked.push([req, res]);
    void onAsked(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await closeClients();
  server.closeAllConnections();
  server.close();
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
const large = (options: AttemptOptions = {}) => ({
  body: BODY,
  isLarge: true,
  firstTokenMs: 6e4,
  deadlineAtMs: Date.now() + 12e4,
  ...options,
});
const client = () =>
  testClient({
    FIRST_BYTE_TIMEOUT_MS: 60_000,
    STREAM_SILENCE_MS: 60_000,
    ANSWER_TIMEOUT_MS: 60_000,
    CONNECT_TIMEOUT_MS: 30_000,
  });
const whole = (res: ServerResponse) => res.writeHead(200).end(ANSWER);
const serve = async ([req, res]: [IncomingMessage, ServerResponse]) => {
  await buffer(req);
  whole(res);
};

test('arrive whole, with their length, and signed', async () => {
  let received: Buffer | null = null;
  onAsked = async (req, res) => {
    received = await buffer(req);
    whole(res);
  };
  const { outcome } = await attempt(client(), url(), large());
  expect(outcome.kind).toBe('answered');
  const [{ headers }] = asked[0]!;
  expect(headers['content-length']).toBe(String(received!.length));
  expect(headers['transfer-encoding']).toBeUndefined();
  expect(JSON.parse(received!.toString())).toEqual(BODY);
  const publicKey = createPublicKey(keys.publicKey.export({ format: 'pem', type: 'spki' }));
  expect(isSignedWith([publicKey], headers, received!, Date.now())).toBe(true);
});

test(`are at most ${PLACES} at once; the next one waits, and a small one does not`, async () => {
  const shared = client();
  const attempts = Array.from({ length: PLACES }, (_, at) =>
    attempt(shared, url(), large({ participant: `buyer ${at}` })),
  );
  await until(() => asked.length === PLACES, { what: `${PLACES} requests` });
  const { outcome: late } = await attempt(shared, url(), large({ deadlineAtMs: Date.now() + 200 }));
  expect(late).toMatchObject({ kind: 'failed', reason: 'deadline', sent: false, blame: 'none' });
  const small = attempt(shared, url());
  await until(() => asked.length === PLACES + 1, { what: 'the small request' });
  await serve(asked[PLACES]!);
  expect((await small).outcome.kind).toBe('answered');
  const next = attempt(shared, url(), large());
  onAsked = (req, res) => serve([req, res]);
  await Promise.all(asked.slice(0, PLACES).map(serve));
  for (const { outcome } of await Promise.all([...attempts, next])) {
    expect(outcome.kind).toBe('answered');
  }
});

test('of one participant leave the last place to others', async () => {
  const shared = client();
  for (let count = 0; count < PLACES; count += 1) void attempt(shared, url(), large());
  await until(() => asked.length === PLACES - 1, { what: 'all but one' });
  void attempt(shared, url(), large({ participant: 'another' }));
  await until(() => asked.length === PLACES, { what: 'the other participant' });
});

test('leave their place to others when their seller has them, long before it answers', async () => {
  const shared = client();
  onAsked = (req) => buffer(req);
  const streams = Array.from({ length: PLACES + 1 }, (_, at) =>
    attempt(
      shared,
      url(),
      large({ participant: `buyer ${at}`, streamed: true, body: { ...BODY, stream: true } }),
    ),
  );
  await until(() => asked.length === PLACES + 1, { what: 'all requests' });
  for (const [, res] of asked) {
    res.writeHead(200).write('data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n');
    res.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n');
  }
  for (const { outcome } of await Promise.all(streams)) expect(outcome.kind).toBe('answered');
});

test('leave their place when their seller breaks off', async () => {
  const shared = client();
  onAsked = (req) => req.destroy();
  for (let count = 0; count <= PLACES; count += 1) {
    expect((await attempt(shared, url(), large())).outcome.kind).toBe('failed');
  }
  expect(asked).toHaveLength(PLACES + 1);
});

test('are sent again whole to a seller that refuses what the exchange added', async () => {
  const sizes: number[] = [];
  onAsked = async (req, res) => {
    sizes.push((await buffer(req)).length);
    if (sizes.length === 1) res.writeHead(400).end('{"error":{"message":"max_tokens"}}');
    else whole(res);
  };
  const { max_tokens: _cap, ...uncapped } = BODY;
  const { outcome } = await attempt(
    client(),
    url(),
    large({ body: uncapped, reservedCompletionTokens: 9 }),
  );
  expect(outcome.kind).toBe('answered');
  expect(sizes).toHaveLength(2);
  expect(Math.min(...sizes)).toBeGreaterThan(6_000_000);
});

describe('a seller', () => {
  const FIRST_BYTE_MS = 3_000;
  const impatient = () =>
    testClient({ FIRST_BYTE_TIMEOUT_MS: FIRST_BYTE_MS, CONNECT_TIMEOUT_MS: 30_000 });

  test('that takes its request slowly is not silent', async () => {
    const startedAtMs = Date.now();
    onAsked = async (req, res) => {
      for await (const _piece of req.iterator({ destroyOnReturn: false })) {
        if (Date.now() - startedAtMs > 5_000) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await buffer(req);
      whole(res);
    };
    // Buffers of sockets grow with what is sent.
    const messages = [{ role: 'user', content: 'a'.repeat(24_000_000) }];
    const body = { ...BODY, messages };
    const { outcome, tookMs } = await attempt(impatient(), url(), large({ body }));
    expect(outcome.kind).toBe('answered');
    expect(tookMs).toBeGreaterThan(FIRST_BYTE_MS);
  });

  test('that does not take it is, and so is one that answers and does not take it', async () => {
    const first = await attempt(impatient(), url(), large());
    expect(first.outcome).toMatchObject({ kind: 'failed', reason: 'first_byte_timeout' });
    onAsked = (_req, res) => res.writeHead(200).write(' ');
    const second = await attempt(impatient(), url(), large());
    expect(second.outcome).toMatchObject({ kind: 'failed', reason: 'first_byte_timeout' });
  });
});
