/** What of a body reaches a handler, and how a refusal is written. */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import { request } from 'undici';
import { errorHandler } from '../../api/middleware/errors';
import { receiveBody } from '../../api/middleware/receive-body';
import { fail } from '../../domain/errors';
import { BODY_LIMITS } from '../../domain/json-body';
import { until } from '../support/wait';

const LIMIT_BYTES = 1_000;
/** Of all bodies that are being received. */
const MEMORY_BYTES = 500;

let server: Server;
let grown: number[] = [];
beforeAll(async () => {
  const app = express();
  app.post('/body', async (req, res) => {
    const share = { grow: () => undefined };
    const received = await receiveBody(req, { limitBytes: LIMIT_BYTES, json: BODY_LIMITS, share });
    res.json({ text: received?.bytes.toString() ?? null });
  });
  app.post('/shared', async (req, res) => {
    const grow = (bytes: number) => {
      grown.push(bytes);
      if (bytes > MEMORY_BYTES) throw fail('service_unavailable');
    };
    const share = { grow };
    await receiveBody(req, { limitBytes: LIMIT_BYTES, json: BODY_LIMITS, share });
    res.json({ text: 'received' });
  });
  app.post('/wait/:seconds', (req) => {
    throw fail('rate_limited', { retryAfterSeconds: Number(req.params.seconds) });
  });
  app.use(errorHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => (grown = []));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function post(path: string, body: Buffer | Readable, headers: object = {}) {
  const { port } = server.address() as AddressInfo;
  const answer = await request(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const { text, code } = (await answer.body.json()) as { text?: string; code?: string };
  return { status: answer.statusCode, text, code, headers: answer.headers };
}

/** Of this length, as JSON. */
const sized = (bytes: number) => Buffer.from(JSON.stringify('x'.repeat(bytes - 2)));
/** Without a length in its head. */
const chunked = (bytes: Buffer) => Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]);

test.each([
  ['announced', (bytes: Buffer) => bytes],
  ['in chunks', chunked],
])('a body that is %s has its limit', async (_how, sent) => {
  const within = await post('/body', sent(sized(LIMIT_BYTES)));
  expect(within).toMatchObject({ status: 200, text: sized(LIMIT_BYTES).toString() });
  const beyond = await post('/body', sent(sized(LIMIT_BYTES + 1)));
  expect(beyond).toMatchObject({ status: 413, code: 'request_too_large' });
});

test.each([
  ['announced', (bytes: Buffer) => bytes],
  ['in chunks', chunked],
])('takes memory for a body that is %s as its bytes arrive', async (_how, sent) => {
  expect(await post('/shared', sent(sized(MEMORY_BYTES)))).toMatchObject({ status: 200 });
  expect(grown.at(-1)).toBe(MEMORY_BYTES);
  const beyond = await post('/shared', sent(sized(MEMORY_BYTES + 1)));
  expect(beyond.code).toBe('service_unavailable');
});

test('takes no memory for an announced length', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST /shared HTTP/1.1\r\nhost: x\r\ncontent-length: ${LIMIT_BYTES}\r\n\r\n"abc`);
  await until(() => grown.length > 0, { what: 'the first bytes' });
  socket.destroy();
  expect(grown).toEqual([4]);
});

test.each([
  ['content-encoding', 'gzip', 400],
  ['content-encoding', 'br', 400],
  ['content-encoding', 'Identity', 200],
  ['content-type', 'application/json; charset=iso-8859-1', 400],
  ['content-type', 'application/json; charset=utf-16', 400],
  ['content-type', 'application/json; charset="UTF-8"', 200],
  ['content-type', 'application/json;charset=utf8', 200],
])('a body with %s %s is answered with %d', async (name, value, status) => {
  const answer = await post('/body', sized(10), { [name]: value });
  const code = status === 400 ? 'invalid_request' : undefined;
  expect([answer.status, answer.code]).toEqual([status, code]);
});

test('a byte order mark is no part of a body', async () => {
  const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), sized(10)]);
  expect(await post('/body', marked)).toMatchObject({ status: 200, text: sized(10).toString() });
});

test('no body is none', async () => {
  expect(await post('/body', Buffer.alloc(0))).toMatchObject({ status: 200, text: null });
});

test.each([
  [0, '1'],
  [0.2, '1'],
  [1, '1'],
  [1.2, '2'],
  [59.01, '60'],
])('whoever may come back in %d s is told %s', async (seconds, told) => {
  const answer = await post(`/wait/${seconds}`, sized(10));
  expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': told } });
});
