/** Which paths are upgraded: the book of the Market surface and socket.io, on the hosts that have them. */
import type { IncomingMessage } from 'node:http';
import { streamPathOf, surfaceOf } from '../../api/stream/paths';

const HOSTS = {
  BUYER_HOST: 'buyer.example',
  SELLER_HOST: 'seller.example',
  MARKET_HOST: 'market.example',
};

test.each<[string | undefined, string, ReturnType<typeof streamPathOf>]>([
  ['gateway.example', '/market/v1/orderbook', 'orderbook'],
  ['gateway.example:8080', '/market/v1/orderbook/', 'orderbook'],
  [undefined, '/market/v1/orderbook', 'orderbook'],
  ['gateway.example', '/v1/orderbook', null],
  ['gateway.example', '/buyer/v1/orderbook', null],
  ['gateway.example', '/market/v1/orderbooks', null],
  ['market.example', '/v1/orderbook', 'orderbook'],
  ['Market.Example:443', '/v1/orderbook', 'orderbook'],
  ['market.example', '/market/v1/orderbook', null],
  ['buyer.example', '/v1/orderbook', null],
  ['seller.example', '/v1/orderbook', null],
  ['buyer.example', '/socket.io/', 'socket.io'],
  ['gateway.example', '/socket.io', 'socket.io'],
  ['gateway.example', '/socket.io/x', null],
])('on %s, %s leads to %s', (host, path, expected) => {
  expect(streamPathOf(path, host, HOSTS)).toBe(expected);
});

test.each([
  ['buyer.example', '/v1/orderbook', 'buyer'],
  ['seller.example', '/', 'seller'],
  ['gateway.example', '/buyer/v1', 'buyer'],
  ['gateway.example', '/buyers', 'market'],
  ['gateway.example', '/v1', 'market'],
])('on %s, %s is refused in the words of the %s surface', (host, url, surface) => {
  expect(surfaceOf({ headers: { host }, url } as IncomingMessage, HOSTS)).toBe(surface);
});
