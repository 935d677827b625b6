/** While a port listens on loopback it answers its own host names only: no page can use another. */
import { connect } from 'node:net';
import { once } from 'node:events';
import { request } from 'undici';
import { OwnHosts } from '../../api/middleware/own-hosts';
import { Exchange } from '../support/exchange';

const exchange = Exchange.pooledForFile();

type Port = 'public' | 'operator';

async function at(port: Port, host: string, path: string) {
  const { port: open, adminPort } = exchange.gateways[0]!;
  const url = `http://127.0.0.1:${port === 'public' ? open : adminPort}${path}`;
  const { statusCode, headers, body } = await request(url, { headers: { host } });
  return { status: statusCode, headers, text: await body.text() };
}

const OWN = ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST:1', 'localhost.', 'market.localhost'];
const FOREIGN = ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '10.0.0.1', '[::2]'];
const PAGES: readonly (readonly [Port, readonly string[]])[] = [
  ['public', ['/', '/docs', '/docs/search?q=a', '/openapi.json', '/market/v1/catalog', '/none']],
  ['operator', ['/', '/docs', '/metrics', '/codec/decode', '/admin/v1/openapi.json', '/none']],
];

describe.each(PAGES)('the %s port', (port, paths) => {
  test.each(FOREIGN)('answers %s with 421, a code and no data', async (host) => {
    for (const path of paths) {
      const { status, headers, text } = await at(port, host, path);
      expect([path, status, JSON.parse(text).code]).toEqual([path, 421, 'misdirected_request']);
      expect(headers['content-type']).toMatch(/^application\/json/);
    }
  });

  test.each(OWN)('answers %s', async (host) => {
    for (const path of paths) expect((await at(port, host, path)).status).not.toBe(421);
  });
});

const PROBES: readonly (readonly [string, object])[] = [
  ['/livez', { status: 'ok' }],
  ['/readyz', { status: 'ready' }],
  ['/health', { status: 'ready' }],
  ['/.well-known/jwks.json', { keys: expect.any(Array) }],
];

test.each(PROBES)(
  '%s answers on every host name, those of surfaces too, with any query',
  async (path, body) => {
    for (const host of ['10.0.0.7:8080', 'balancer.example', 'market.localhost', 'localhost']) {
      for (const query of ['', '?at=1&at=2', '?%00']) {
        const { status, text } = await at('public', host, path + query);
        expect([host, query, status, JSON.parse(text)]).toEqual([host, query, 200, body]);
      }
    }
  },
);

test.each(['/livez', '/readyz'])("%s of the operator's port, too", async (path) => {
  expect((await at('operator', 'balancer.example', `${path}?at=1`)).status).toBe(200);
});

const BOOK = '/market/v1/orderbook?model_id=a';

test.each([
  ['a foreign host', ['Host: evil.example'], BOOK, 421],
  ['two hosts', ['Host: localhost', 'Host: localhost'], BOOK, 400],
  ['a target of another host', ['Host: localhost'], `http://evil.example${BOOK}`, 400],
])('an upgrade with %s is refused', async (_what, lines, target, status) => {
  const socket = connect(exchange.gateways[0]!.port, '127.0.0.1');
  await once(socket, 'connect');
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const head = [`GET ${target} HTTP/1.1`, ...lines, ...upgrade];
  socket.write(`${head.join('\r\n')}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`);
  let answer = '';
  for await (const part of socket) answer += String(part);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

describe('the names of a port', () => {
  const settings = {
    PUBLIC_URL: 'https://Exchange.example:8443/app',
    ALLOWED_ORIGINS: 'https://one.example, https://two.example:444',
    ALLOWED_HOSTS: 'proxy.example, inner.example',
    BUYER_HOST: 'Buyer.example',
  };
  const answers = (hosts: OwnHosts, host: string | undefined) => {
    try {
      hosts.require({ headers: { host } } as never);
      return true;
    } catch {
      return false;
    }
  };

  test.each([
    'exchange.example',
    'one.example:1',
    'two.example',
    'proxy.example',
    'INNER.example.',
    'buyer.example',
    '127.0.0.2',
    undefined,
  ])('include %p of the settings or the address', (host) => {
    expect(answers(new OwnHosts(settings, '127.0.0.2'), host)).toBe(true);
  });

  test.each(['three.example', 'exchange.example.evil.example', '', '127.0.0.3'])(
    'do not include %p',
    (host) => {
      expect(answers(new OwnHosts(settings, '127.0.0.2'), host)).toBe(false);
    },
  );

  test.each([
    ['127.0.0.1', false],
    ['localhost', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['0.0.0.0', true],
    ['::', true],
    ['10.1.2.3', true],
  ])('at the address %s a foreign name is answered: %p', (address, expected) => {
    expect(answers(new OwnHosts({}, address), 'evil.example')).toBe(expected);
  });
});
