/** Requests that HTTP itself refuses have the body of any error, on both ports. */
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { type ServerResponse, createServer } from 'node:http';
import { refuseMalformed } from '../../api/raw-refusal';
import { Exchange } from '../support/exchange';

const exchange = Exchange.pooledForFile();

type Port = 'public' | 'operator';

/** Sends the text; reads until the connection is closed, or the answer complete. */
async function answerTo(port: Port, text: string) {
  const { port: open, adminPort } = exchange.gateways[0]!;
  const socket: Socket = connect(port === 'public' ? open : adminPort, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  let answer = '';
  for await (const part of socket) {
    answer += String(part);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (length !== undefined && Buffer.byteLength(body) >= Number(length)) break;
  }
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const status = Number(head.split(' ')[1]);
  return { status, head, body: JSON.parse(body) as Record<string, unknown> };
}

const GET = 'GET /v1/models HTTP/1.1\r\n';
/** Node's limit for all headers. */
const HEADER_BYTES = 16 * 1_024;
const withHeaders = (bytes: number) =>
  `${GET}Host: localhost\r\nX-Pad: ${'a'.repeat(bytes)}\r\n\r\n`;

const REFUSED: [what: string, text: string, status: number, code: string][] = [
  ['no HTTP', 'garbage\r\n\r\n', 400, 'invalid_request'],
  ['an unknown method', 'FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'invalid_request'],
  ['an unknown version', 'GET / HTTP/1.9\r\nHost: localhost\r\n\r\n', 400, 'invalid_request'],
  ['no host', `${GET}\r\n`, 400, 'invalid_request'],
  [
    'two lengths',
    `${GET}Host: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    400,
    'invalid_request',
  ],
  ['two hosts', `${GET}Host: localhost\r\nhost: localhost\r\n\r\n`, 400, 'invalid_request'],
  [
    'a target of another host',
    `GET http://x/v1/models HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    400,
    'invalid_request',
  ],
  ['a foreign host', `${GET}Host: x\r\n\r\n`, 421, 'misdirected_request'],
  ['headers that are too large', withHeaders(HEADER_BYTES), 431, 'request_too_large'],
  ['another expectation', `${GET}Host: localhost\r\nExpect: more\r\n\r\n`, 417, 'invalid_request'],
];

describe.each<Port>(['public', 'operator'])('the %s port', (port) => {
  test.each(REFUSED)('answers %s with a code', async (_what, text, status, code) => {
    const answer = await answerTo(port, text);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.message).toEqual(expect.any(String));
    const { error, message } = answer.body;
    expect(port === 'public' ? (error as { message: string }).message : error).toBe(message);
    expect(answer.head).toMatch(/content-type: application\/json; charset=utf-8/i);
    expect(answer.head).toMatch(/x-request-id: \S+/);
  });

  test('answers an absolute target of its own host', async () => {
    const target = `http://LOCALHOST:80${port === 'public' ? '/v1/models' : '/livez'}`;
    const text = `GET ${target} HTTP/1.1\r\nHost: localhost:80\r\n\r\n`;
    expect(await answerTo(port, text)).toMatchObject({ status: 200 });
  });

  test('accepts large headers, and 100-continue', async () => {
    const path = port === 'public' ? '/v1/models' : '/livez';
    const large = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Pad: ${'a'.repeat(HEADER_BYTES - 200)}\r\n\r\n`;
    const { port: open, adminPort } = exchange.gateways[0]!;
    const socket = connect(port === 'public' ? open : adminPort, '127.0.0.1');
    socket.write(large);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200 /);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n`);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 (?:100|200) /);
    socket.destroy();
  });
});

describe('a server', () => {
  const REFUSAL = { surface: 'market', publicUrl: undefined } as const;
  const limits = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 };

  async function receivedFrom(
    text: string,
    begin: (res: ServerResponse) => void = () => undefined,
    options = {},
  ): Promise<string> {
    const begun = new Set<unknown>();
    const server = createServer(options, (req, res) => {
      begin(res);
      if (res.headersSent) begun.add(req.socket);
    });
    refuseMalformed(server, REFUSAL, (socket) => begun.has(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(text);
    let received = '';
    for await (const part of socket) received += String(part);
    server.close();
    return received;
  }
  const CHUNKED = `POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`;

  test.each([
    ['headers that arrive too slowly', GET],
    ['a body that arrives too slowly', CHUNKED],
  ])('answers %s with 408 and a code', async (_what, text) => {
    const received = await receivedFrom(text, undefined, limits);
    expect(received).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(received).toContain('"code":"invalid_request"');
  });

  test('answers a malformed chunk with a code', async () => {
    const received = await receivedFrom(`${CHUNKED}zz\r\n`);
    expect(received).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(received).toContain('"code":"invalid_request"');
  });

  test('adds nothing to a response that has begun', async () => {
    const received = await receivedFrom(`${CHUNKED}zz\r\n`, (res) => res.write('begun'));
    expect(received).not.toContain('invalid_request');
  });
});
