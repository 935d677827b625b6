/** All spellings of an endpoint are one endpoint (SELLER-4). */
import { endpointIdentity } from '../../domain/endpoint-identity';
import { chatUrl, parseEndpointUrl } from '../../domain/endpoint-url';

const ONE = 'https://inference.example.com/v1';

const spellings = [
  'https://inference.example.com',
  'https://inference.example.com/',
  'https://inference.example.com//',
  'https://inference.example.com/v1',
  'https://inference.example.com/v1/',
  'https://inference.example.com/v1///',
  'https://inference.example.com//v1',
  'https://inference.example.com/./v1',
  'https://inference.example.com/v2/../v1',
  'https://inference.example.com/v2/%2e%2E/v1',
  'https://inference.example.com/%76%31',
  'https://inference.example.com/v1/chat/completions',
  'https://inference.example.com/v1/chat/completions/',
  'https://inference.example.com/v1//chat//completions',
  'https://inference.example.com/v1/chat/%63ompletions',
  'https://inference.example.com/v1?x=1',
  'https://inference.example.com/v1?',
  'https://inference.example.com:443/v1',
  'https://inference.example.com./v1',
  'HTTPS://Inference.EXAMPLE.com/v1',
  'https://ｉnference。example.com/v1',
  'https://%69nference.example.com/v1',
];

test.each(spellings)('%s is one endpoint with all its spellings', (given) => {
  expect(endpointIdentity(parseEndpointUrl(given, { local: false }))).toBe(ONE);
});

test.each([
  ['https://bücher.example/v1', 'https://xn--bcher-kva.example/v1'],
  ['https://xn--bcher-kva.example/v1/', 'https://xn--bcher-kva.example/v1'],
  ['https://134744072/v1', 'https://8.8.8.8/v1'],
  ['https://0x8.010.8.8/v1', 'https://8.8.8.8/v1'],
  ['https://[2606:4700:0:0:0:0:0:1111]/v1', 'https://[2606:4700::1111]/v1'],
  ['https://a.example/Stra%c3%9fe', 'https://a.example/Stra%C3%9Fe'],
  ['https://a.example/Straße', 'https://a.example/Stra%C3%9Fe'],
  ['https://a.example/models%3a%7Eme%40b', 'https://a.example/models:~me@b'],
])('%s has the identity %s', (given, identity) => {
  expect(endpointIdentity(parseEndpointUrl(given, { local: false }))).toBe(identity);
});

test('an address beyond ASCII stays one, however many were read before', () => {
  const read = (url: string) => parseEndpointUrl(url, { local: false });
  for (let count = 0; count < 20_000; count += 1) read('https://inference.example.com/v1');
  expect(endpointIdentity(read('https://bücher.example/v1'))).toBe(
    'https://xn--bcher-kva.example/v1',
  );
});

test.each([
  ['another scheme', 'http://inference.example.com/v1'],
  ['another port', 'https://inference.example.com:8443/v1'],
  ['another name', 'https://inference.example.org/v1'],
  ['another name below it', 'https://a.inference.example.com/v1'],
  ['another path', 'https://inference.example.com/v2'],
  ['another case of the path', 'https://inference.example.com/V1'],
  ['a longer path', 'https://inference.example.com/v1/v1'],
  ['the chat route at the root', 'https://inference.example.com/chat/completions'],
  ['an escaped slash', 'https://inference.example.com/%2Fv1'],
  ['an escaped percent sign', 'https://inference.example.com/%2576%2531'],
])('%s is another endpoint', (_what, url) => {
  expect(endpointIdentity(url)).not.toBe(ONE);
});

test.each(['localhost', 'LOCALHOST.', '127.0.0.1', '127.1', '0x7f.1', '127.8.8.8', '[::1]'])(
  'in local development %s is the one loopback host',
  (host) => {
    const stored = parseEndpointUrl(`http://${host}:9001/v1/`, { local: true });
    expect(endpointIdentity(stored)).toBe('http://localhost:9001/v1');
  },
);

test('a text that is no URL is its own identity', () => {
  expect(endpointIdentity('no address')).toBe('no address');
});

test('an identity is the identity of itself, and leads to the route that is asked', () => {
  const paths = ['', '/x', '/x/chat/completions', '/chat/completions', '/a%20b', '/%22', '/%7B%5C'];
  const urls = [...paths, ...paths.map((path) => `${path}/chat/completions`)].map(
    (path) => `https://a.example${path}`,
  );
  for (const url of urls) {
    const identity = endpointIdentity(url);
    expect([url, endpointIdentity(identity)]).toEqual([url, identity]);
    expect(chatUrl(identity).href).toBe(chatUrl(url).href);
  }
});
