/** No endpoint of a seller may lead to a private address, by any spelling (SELLER-1, SELLER-2). */
import { chatUrl, isPublicAddress, modelsUrl, parseEndpointUrl } from '../../domain/endpoint-url';
import { Failure } from '../../domain/errors';

const accepted: readonly [given: string, stored: string][] = [
  ['https://inference.example.com', 'https://inference.example.com/'],
  ['https://inference.example.com/v1', 'https://inference.example.com/v1'],
  ['HTTPS://Inference.EXAMPLE.com/V1', 'https://inference.example.com/V1'],
  ['https://inference.example.com:443/v1', 'https://inference.example.com/v1'],
  ['https://inference.example.com./v1', 'https://inference.example.com/v1'],
  ['https://inference.example.com:8443/v1', 'https://inference.example.com:8443/v1'],
  ['https://inference.example.com/v1?tier=a', 'https://inference.example.com/v1?tier=a'],
  ['https://bücher.example/v1', 'https://xn--bcher-kva.example/v1'],
  ['https://8.8.8.8/v1', 'https://8.8.8.8/v1'],
  ['https://134744072/v1', 'https://8.8.8.8/v1'],
  ['https://[2606:4700::1111]/v1', 'https://[2606:4700::1111]/v1'],
  ['https://[2606:4700:0:0:0:0:0:1111]/', 'https://[2606:4700::1111]/'],
];

const refusedForm = [
  '',
  'inference.example.com/v1',
  '//inference.example.com/v1',
  '/v1/chat/completions',
  'https:inference.example.com',
  'https:/inference.example.com',
  'https://',
  'https:///v1',
  'ftp://inference.example.com',
  'file:///etc/passwd',
  'gopher://inference.example.com',
  'javascript:alert(1)',
  'https://inference.example.com\\@127.0.0.1/',
  'https:\\\\inference.example.com',
  ' https://inference.example.com',
  'https://inference.example.com /v1',
  'https://inference.example.com/v1\n',
  'https://inference\t.example.com/v1',
  'https://user@inference.example.com/v1',
  'https://user:password@inference.example.com/v1',
  'https://@inference.example.com/v1',
  'https://inference.example.com#@127.0.0.1',
  'https://inference.example.com/v1#fragment',
  'https://inference.example.com/v1#',
  'https://inference..example.com/v1',
  'https://inference.example.com../v1',
  'https://.example.com/v1',
  'https://inference.example.com:99999/v1',
  'https://inference.example.com:22/v1',
  'https://inference.example.com:25/v1',
  'https://inference.example.com:6000/v1',
  'https://inference.example.com:0/v1',
  'https://300.1.1.1/v1',
  'https://[::1/v1',
  `https://${'a'.repeat(64)}.${'b'.repeat(200)}.example/`,
  `https://inference.example.com/${'a'.repeat(2_048)}`,
];

const refusedHost = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  'printer.local',
  'metadata.google.internal',
  'service.internal.',
  'intranet',
  '%6cocalhost',
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '2130706433',
  '017700000001',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '3232235521',
  '169.254.169.254',
  '0xa9fea9fe',
  '100.64.0.1',
  '168.63.129.16',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::1]',
  '[100::1]',
  '[100:0:0:1::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[3fff::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
];

function judge(text: string, local: boolean): string {
  try {
    return parseEndpointUrl(text, { local });
  } catch (err) {
    return err instanceof Failure ? err.code : String(err);
  }
}

test.each(accepted)('%s is stored as %s', (given, stored) => {
  expect(judge(given, false)).toBe(stored);
  expect(judge(stored, false)).toBe(stored);
});

test.each(refusedForm)('%p is refused everywhere', (text) => {
  expect([judge(text, false), judge(text, true)]).toEqual([
    'invalid_endpoint_url',
    'invalid_endpoint_url',
  ]);
});

test.each(refusedHost)('host %s is refused', (host) => {
  expect(judge(`https://${host}/v1`, false)).toBe('invalid_endpoint_url');
});

test('http is refused', () => {
  expect(judge('http://inference.example.com/v1', false)).toBe('invalid_endpoint_url');
  expect(judge('http://inference.example.com/v1', true)).toBe('invalid_endpoint_url');
});

describe('local development', () => {
  test.each([
    ['http://127.0.0.1:9001', 'http://127.0.0.1:9001/'],
    ['http://localhost:9001/v1', 'http://localhost:9001/v1'],
    ['https://localhost.:9001/v1', 'https://localhost:9001/v1'],
    ['http://127.1:9001/', 'http://127.0.0.1:9001/'],
    ['http://[::1]:9001/v1', 'http://[::1]:9001/v1'],
  ])('loopback %s is accepted', (given, stored) => {
    expect(judge(given, true)).toBe(stored);
    expect(judge(given, false)).toBe('invalid_endpoint_url');
  });

  test.each([
    '10.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '[fe80::1]',
    '0.0.0.0',
    'printer.local',
  ])('%s is refused all the same', (host) => {
    expect(judge(`http://${host}/v1`, true)).toBe('invalid_endpoint_url');
    expect(judge(`https://${host}/v1`, true)).toBe('invalid_endpoint_url');
  });
});

test('what is no address is not public', () => {
  expect(['', 'example.com', '1.2.3', '1.2.3.4.5', 'fe80::1%eth0'].filter(isPublicAddress)).toEqual(
    [],
  );
});

test.each([
  ['https://a.example', '/v1/chat/completions', '/v1/models'],
  ['https://a.example/', '/v1/chat/completions', '/v1/models'],
  ['https://a.example//', '/v1/chat/completions', '/v1/models'],
  ['https://a.example/v1', '/v1/chat/completions', '/v1/models'],
  ['https://a.example/api//', '/api/chat/completions', '/api/models'],
  ['https://a.example/x/chat/completions', '/x/chat/completions', '/x/models'],
  [
    'https://a.example/chat/completions/x',
    '/chat/completions/x/chat/completions',
    '/chat/completions/x/models',
  ],
])('%s has the routes %s and %s', (endpoint, chat, models) => {
  expect(chatUrl(endpoint).href).toBe(`https://a.example${chat}`);
  expect(modelsUrl(endpoint).href).toBe(`https://a.example${models}`);
  expect(chatUrl(`${endpoint}?key=a`).search).toBe('?key=a');
});

test('a path that ends in the chat route stays as it is, to its last slash', () => {
  const given = 'https://a.example/x/chat/completions/';
  expect(chatUrl(given).href).toBe(given);
});

test.each([
  ['ftp://a.example', 'must be an absolute https URL.'],
  ['https://[::1/v1', 'must be an absolute https URL.'],
  ['http://a.example', 'must be an absolute https URL.'],
  ['https://user@a.example', 'must not carry a user or a password.'],
  ['https://a.example#x', 'must not carry a fragment.'],
  ['https://a.example:25', 'must not use port 25.'],
  ['https://localhost', 'must point to a publicly routable host.'],
])('%s is refused with its reason: %s', (text, reason) => {
  expect(() => parseEndpointUrl(text, { local: false })).toThrow(
    expect.objectContaining({ param: 'endpoint_url', message: `endpoint_url ${reason}` }),
  );
  expect(() => parseEndpointUrl(text, { local: false }, 'url')).toThrow(
    expect.objectContaining({ param: 'url', message: `url ${reason}` }),
  );
});

test('the refused ports are those of the Fetch standard, as undici has them', () => {
  const { badPortsSet } = require('undici/lib/web/fetch/constants.js') as {
    readonly badPortsSet: ReadonlySet<string>;
  };
  const refused = Array.from({ length: 11_000 }, (_, port) => String(port)).filter(
    (port) => judge(`https://a.example:${port}/`, false) === 'invalid_endpoint_url',
  );
  expect(refused).toEqual([...new Set(['0', ...badPortsSet])]);
});

test('a name has at most 253 signs, and a URL 2,048', () => {
  const name = (length: number) => `${'a.'.repeat(123)}${'b'.repeat(length - 246)}`;
  expect(judge(`https://${name(253)}/`, false)).toBe(`https://${name(253)}/`);
  expect(judge(`https://${name(254)}/`, false)).toBe('invalid_endpoint_url');
  const url = (length: number) => 'https://a.example/'.padEnd(length, 'x');
  expect(judge(url(2_048), false)).toBe(url(2_048));
  expect(judge(url(2_049), false)).toBe('invalid_endpoint_url');
});
