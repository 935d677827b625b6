/** Surfaces at the root of host names of their own, and the forms of the documentation there. */
import { request } from 'undici';
import { SurfaceAddresses } from '../../api/docs/surface-addresses';
import { Exchange, MODEL } from '../support/exchange';

const exchange = Exchange.pooledForFile();

/** An answer at a host name, without following it. */
async function at(host: string, path: string) {
  const { statusCode, headers, body } = await request(`${exchange.url()}${path}`, {
    headers: { host },
  });
  return {
    status: statusCode,
    headers,
    body: JSON.parse((await body.text()) || 'null') as unknown,
  };
}

test('a surface can have a host name of its own, at its root', async () => {
  expect((await at('buyer.localhost', '/v1/models')).status).toBe(200);
  expect((await at('BUYER.localhost:80', '/v1/models')).status).toBe(200);
  expect((await at('market.localhost', `/v1/orderbook?model_id=${MODEL}`)).status).toBe(200);
  expect((await at('seller.localhost', '/v1/offers')).status).toBe(401);
  expect((await at('market.localhost', '/v1/models')).body).toEqual({
    code: 'not_found',
    message: expect.any(String),
    error: expect.any(String),
    documentation_url: '/docs/errors/not_found',
  });
  expect((await at('localhost', '/v1/tickets')).status).toBe(404);
});

test.each([
  ['market.localhost', 'market/getOrderBook', '/v1/orderbook'],
  ['buyer.localhost:81', 'market/getOrderBook', '//market.localhost:81/v1/orderbook'],
  ['market.localhost', 'buyer/listModels', '//buyer.localhost/v1/models'],
  ['localhost:82', 'market/getOrderBook', '/market/v1/orderbook'],
])('at %s the form of %s leads to %s', async (host, form, path) => {
  const query = form.startsWith('market') ? `?model_id=${MODEL}&tenor=spot` : '';
  const { headers } = await request(`${exchange.url()}/docs/try/${form}${query}`, {
    headers: { host },
  });
  expect(headers['location']).toBe(`${path}${query}`);
  const { host: there, pathname, search } = new URL(`${path}${query}`, `http://${host}`);
  expect((await at(there, `${pathname}${search}`)).status).toBe(200);
});

describe('a form of a host name that serves one surface', () => {
  const hosts = { MARKET_HOST: 'market.example', BUYER_HOST: 'Buyer.example' };
  const addresses = new SurfaceAddresses(hosts, 'https://tokens.example/app/');
  const unknown = new SurfaceAddresses(hosts);

  test.each([
    ['market', 'market.example', ''],
    ['market', 'MARKET.example:8080', ''],
    ['market', 'buyer.example:8080', '//market.example:8080'],
    ['buyer', 'market.example', '//buyer.example'],
    ['market', 'elsewhere.example', '/market'],
    ['market', undefined, '/market'],
    ['seller', 'market.example', 'https://tokens.example/app/seller'],
    ['operator', 'market.example', ''],
  ] as const)('finds %s from %s at %p', (surface, host, address) => {
    expect(addresses.of(surface, host)).toBe(address);
  });

  test('knows no address of a surface without a host name and PUBLIC_URL', () => {
    expect(unknown.of('seller', 'market.example')).toBeNull();
    expect(unknown.of('seller', 'elsewhere.example')).toBe('/seller');
  });

  test('may lead to the other hosts, and from the common host to itself only', () => {
    expect(addresses.others('market.example:80')).toEqual([
      'buyer.example:80',
      'https://tokens.example',
    ]);
    expect(unknown.others('market.example')).toEqual(['buyer.example']);
    expect(addresses.others('elsewhere.example')).toEqual([]);
  });
});
