/** What is refused before the upgrade, with the Market surface's body; and what is let in. */
import { connect } from 'node:net';
import { once } from 'node:events';
import { type ClientOptions } from 'ws';
import { Origins } from '../../api/origins';
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { StreamClient, refusal } from './client';

const LIMIT = 5;
const HOST = 'market.example.com';

const exchange = Exchange.forFile({
  workers: 0,
  settings: { WS_CONNECTIONS_PER_ADDRESS: LIMIT, MARKET_HOST: HOST },
});

const refused = (path: string, options?: ClientOptions) =>
  refusal(`${exchange.url()}${path}`, options);
const stream = '/market/v1/orderbook';

describe('before the upgrade', () => {
  test.each([
    ['', 'invalid_request', 'model_id'],
    ['?region=us-east', 'invalid_request', 'model_id'],
    ['?model_id=', 'invalid_model', 'model_id'],
    ['?model_id=a%20b', 'invalid_model', 'model_id'],
    ['?model_id=a&model_id=b', 'invalid_model', 'model_id'],
    [`?model_id=${'a'.repeat(129)}`, 'invalid_model', 'model_id'],
    ['?model_id=a&region=mars', 'invalid_region', 'region'],
    ['?model_id=a&region=', 'invalid_region', 'region'],
    ['?model_id=a&tenor=2d', 'invalid_tenor', 'tenor'],
    ['?model_id=a&depth=5', 'invalid_request', 'depth'],
  ])('"%s" is 400 %s', async (query, code, param) => {
    const answer = await refused(`${stream}${query}`, { headers: { 'x-request-id': 'mine' } });
    expect(answer).toMatchObject({ status: 400, headers: { 'x-request-id': 'mine' } });
    const { message } = answer!.body;
    const documentation_url = `/docs/errors/${code}`;
    expect(answer!.body).toEqual({ code, message, error: message, param, documentation_url });
  });

  test('the plain HTTP book refuses the same query in the same words', async () => {
    const query = '?model_id=a&region=mars';
    const plain = await exchange.send('GET', `${stream}${query}`);
    expect((await refused(`${stream}${query}`))!.body).toEqual(plain.body);
  });

  test.each([
    '/',
    '/v1/orderbook?model_id=a',
    '/seller/v1/orderbook?model_id=a',
    '/market/v1/orderbooks?model_id=a',
    '/market/v1/markets',
    '//',
    '/socket.io/x',
    '/%',
  ])('an upgrade of %s is 404', async (path) => {
    expect(await refused(path)).toMatchObject({
      status: 404,
      headers: { 'x-should-retry': 'false' },
      body: { code: 'not_found' },
    });
  });

  test('beneath the Buyer surface the body has its shape', async () => {
    const answer = await refused('/buyer/v1/orderbook?model_id=a');
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  test.each(['http://evil.example', 'null', 'https://localhost.evil.example', 'localhost'])(
    'the origin %s is 403, whatever else is wrong',
    async (origin) => {
      for (const path of [
        stream,
        `${stream}?model_id=a`,
        '/socket.io/?EIO=4&transport=websocket',
      ]) {
        const answer = await refused(path, { origin });
        expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      }
    },
  );

  test('a handshake that is no WebSocket of today is 400, another method 405', async () => {
    const lines = (method: string, version: number) =>
      `${method} ${stream}?model_id=a HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: ${version}\r\n\r\n`;
    expect(await raw(lines('GET', 7))).toMatch(/^HTTP\/1\.1 400 [^]*"code":"invalid_request"/);
    expect(await raw(lines('POST', 13))).toMatch(/^HTTP\/1\.1 405 [^]*"code":"method_not_allowed"/);
  });
});

describe('let in', () => {
  test('on the host name of the Market surface at its root, and only there', async () => {
    const headers = { host: `${HOST}:80` };
    expect(await refused('/v1/orderbook?model_id=a', { headers })).toBeNull();
    expect(await refused(`${stream}?model_id=a`, { headers })).toMatchObject({ status: 404 });
  });

  test.each(['http://localhost:3000', 'http://127.0.0.1', 'https://[::1]:8443'])(
    'in local development from the loopback origin %s',
    async (origin) => {
      expect(await refused(`${stream}?model_id=a`, { origin })).toBeNull();
    },
  );

  test('so many sockets per address, and one more only when one has gone', async () => {
    const query = `model_id=${newModel()}`;
    await untilNoneIsOpen();
    const readers: StreamClient[] = [];
    for (let count = 0; count < LIMIT; count++) {
      readers.push(await StreamClient.open(exchange.url(), query));
    }
    const answer = await refused(`${stream}?${query}`);
    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { code: 'rate_limited' },
    });
    expect(await refused('/socket.io/?EIO=4&transport=websocket')).toMatchObject({ status: 429 });
    readers.pop()!.close();
    await until(async () => (await refused(`${stream}?${query}`)) === null, {
      what: 'the free place',
    });
    for (const reader of readers) reader.close();
    await untilNoneIsOpen();
  });

  test('a refused upgrade holds no place', async () => {
    for (let count = 0; count < 3 * LIMIT; count++) await refused(stream);
    expect(await refused(`${stream}?model_id=a`)).toBeNull();
  });
});

describe('requests that offer another protocol', () => {
  test('are answered as if they had not, with their body', async () => {
    const body = JSON.stringify({ name: 'Seller' });
    const answer = await raw(
      `POST /seller/v1/register HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings, close\r\n` +
        `Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"param":"endpoint_url"/);
  });

  test('and keep their connection', async () => {
    const socket = connect(Number(new URL(exchange.url()).port), '127.0.0.1');
    let said = '';
    socket.on('data', (data: Buffer) => (said += data.toString()));
    for (let count = 1; count <= 3; count++) {
      socket.write(
        `GET ${stream}?model_id=a HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
      );
      await until(() => said.split('"orderbook_snapshot"').length === count + 1, {
        what: `answer ${count}`,
      });
    }
    socket.destroy();
  });
});

describe('approved origins', () => {
  const settings = {
    BIND_ADDRESS: '10.0.0.1',
    PUBLIC_URL: undefined,
    ALLOWED_ORIGINS: undefined,
    BUYER_HOST: undefined,
    SELLER_HOST: undefined,
    MARKET_HOST: undefined,
    local: false,
  };

  test.each([
    [{}, undefined, true],
    [{}, 'http://10.0.0.1:8080', true],
    [{}, 'http://10.0.0.1:8081', false],
    [{}, 'http://localhost:8080', false],
    [{}, 'null', false],
    [{ local: true }, 'http://localhost:8080', true],
    [{ local: true }, 'http://app.localhost:8080', true],
    [{ local: true }, 'http://127.1.2.3', true],
    [{ local: true }, 'http://[::1]:1', true],
    [{ local: true }, 'http://localhost:8080/', false],
    [{ local: true }, 'http://10.0.0.2', false],
    [{ local: true }, 'http://127.0.0.1.example.com', false],
    [{ PUBLIC_URL: 'https://tokens.example/app' }, 'https://tokens.example', true],
    [{ PUBLIC_URL: 'https://tokens.example' }, 'http://tokens.example', false],
    [{ PUBLIC_URL: 'https://tokens.example' }, 'http://10.0.0.1:8080', false],
    [{ MARKET_HOST: 'm.example' }, 'https://m.example', true],
    [{ MARKET_HOST: 'm.example' }, 'https://x.m.example', false],
    [{ ALLOWED_ORIGINS: 'https://a.example, https://b.example' }, 'https://b.example', true],
    [{ ALLOWED_ORIGINS: 'https://a.example' }, 'https://A.example', false],
    [{ ALLOWED_ORIGINS: 'https://a.example' }, 'https://a.example:8443', false],
    [{ ALLOWED_ORIGINS: 'https://a.example' }, 'http://10.0.0.1:8080', false],
    [{ ALLOWED_ORIGINS: 'https://a.example', local: true }, 'http://localhost:1', false],
  ])('%j approves %s: %s', (changes, origin, approved) => {
    expect(new Origins({ ...settings, ...changes }, 8080).approves(origin)).toBe(approved);
  });
});

/** Sends these bytes and gives all that is answered until the gateway closes. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(exchange.url()).port), '127.0.0.1');
  let said = '';
  socket.on('data', (data: Buffer) => (said += data.toString()));
  socket.write(bytes);
  await once(socket, 'close');
  return said;
}

async function untilNoneIsOpen(): Promise<void> {
  const open = async () => {
    const metrics = await exchange.send('GET', '/metrics', { admin: true });
    return /tokenbook_stream_connections\{kind="raw"\} (\d+)/.exec(metrics.body)?.[1] ?? '0';
  };
  await until(async () => (await open()) === '0', { what: 'every socket to be closed' });
}
