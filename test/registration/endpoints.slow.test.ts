/** Which endpoints and keys are taken: inside local development, and with an environment set. */
import { Exchange } from '../support/exchange';
import { newKey, register, registration } from './registering';

/** Private, by every spelling that a parser may fold into an address. */
const PRIVATE = [
  'https://localhost/v1',
  'https://LOCALHOST./v1',
  'https://seller.localhost/v1',
  'https://printer.local/v1',
  'https://metadata.google.internal/v1',
  'https://127.0.0.1/v1',
  'https://127.1/v1',
  'https://0x7f.1/v1',
  'https://0177.0.0.1/v1',
  'https://2130706433/v1',
  'https://①②⑦.⓪.⓪.①/v1',
  'https://%31%32%37.0.0.1/v1',
  'https://[::1]/v1',
  'https://[::]/v1',
  'https://[::ffff:127.0.0.1]/v1',
  'https://[::ffff:7f00:1]/v1',
  'https://[64:ff9b::7f00:1]/v1',
  'https://0.0.0.0/v1',
  'https://10.1.2.3/v1',
  'https://172.16.0.1/v1',
  'https://172.31.255.255/v1',
  'https://192.168.1.1/v1',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/v1',
  'https://[fe80::1]/v1',
  'https://[fc00::1]/v1',
  'https://[fd12:3456::1]/v1',
  'https://intranet/v1',
];

const MALFORMED = [
  '',
  'https://',
  'seller.example.com/v1',
  '//seller.example.com/v1',
  'ftp://seller.example.com/v1',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user@seller.example.com/v1',
  'https://user:password@seller.example.com/v1',
  'https://seller.example.com/v1#fragment',
  'https://seller.example.com/v1#',
  'https://seller.example.com:99999/v1',
  'https://seller.example.com:22/v1',
  'https://seller.example.com\\@127.0.0.1/v1',
  ' https://seller.example.com/v1',
  'https://seller .example.com/v1',
  'https:seller.example.com/v1',
  `https://seller.example.com/${'a'.repeat(2_048)}`,
];

/** Nothing resolves under `.invalid` (RFC 6761); such a name is judged at dispatch. */
const PUBLIC = [
  'https://seller.invalid/v1',
  'https://8.8.8.8:8443/v1',
  'https://[2606:4700::1]/v1',
];

describe('with an environment set', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    const settings = { TOKENBOOK_ENV: 'staging', REGISTRATION_QUOTA: 5_000 };
    exchange = await Exchange.start({ settings });
  });
  afterAll(() => exchange.stop());

  test.each([...PRIVATE, ...MALFORMED])('refuses %s', async (endpoint_url) => {
    await expectRefused(exchange, endpoint_url);
  });

  test.each(['http://seller.example.com/v1', 'http://127.0.0.1:8000/v1', 'http://localhost/v1'])(
    'refuses %s: only https is taken',
    (endpoint_url) => expectRefused(exchange, endpoint_url),
  );

  test.each(PUBLIC)('takes %s', async (endpoint_url) => {
    const answer = await register(exchange, registration({ endpoint_url }));
    expect([answer.status, answer.body.endpoint_url]).toEqual([200, endpoint_url]);
  });

  test.each([
    ['31 characters', 'K7f-'.repeat(7) + 'xyz'],
    ['one letter many times', 'a'.repeat(64)],
    ['a repetition', 'correct-horse-battery'.repeat(3)],
  ])('refuses a weak key: %s', async (_case, api_key) => {
    const answer = await register(exchange, registration({ ...publicEndpoint(), api_key }));
    expect([answer.status, answer.body.code, answer.body.param]).toEqual([
      400,
      'invalid_request',
      'api_key',
    ]);
  });

  test('weak keys are refused: short ones and repetitions', async () => {
    const send = (api_key: string) =>
      register(exchange, registration({ ...publicEndpoint(), api_key }));
    const weak = ['k'.repeat(31), 'k'.repeat(64), 'abcd'.repeat(10), newKey().slice(0, 31)];
    for (const key of weak) {
      expect(await send(key)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', param: 'api_key' },
      });
    }
    expect((await send(newKey())).status).toBe(200);
  });

  test.each(['http://127.0.0.1:9001', 'https://localhost:9001'])(
    'loopback is refused: %s',
    (endpoint_url) => expectRefused(exchange, endpoint_url),
  );

  test("tells another seller's key and a weak one in the same words", async () => {
    const taken = registration(publicEndpoint());
    expect((await register(exchange, taken)).status).toBe(200);
    const used = await register(
      exchange,
      registration({ ...publicEndpoint(), api_key: taken.api_key }),
    );
    const weak = await register(exchange, registration({ ...publicEndpoint(), api_key: 'weak' }));
    expect([used.status, used.body]).toEqual([weak.status, weak.body]);
  });

  test('refuses a weak key to rotate to, and changes nothing', async () => {
    const body = registration(publicEndpoint());
    const { seller_id } = (await register(exchange, body)).body;
    const before = await exchange.records.sellers.findOne({ _id: seller_id });
    const weak = { ...body, name: 'Weak', api_key: 'b'.repeat(40) };
    expect((await register(exchange, weak, { currentKey: body.api_key as string })).status).toBe(
      400,
    );
    expect(await exchange.records.sellers.findOne({ _id: seller_id })).toEqual(before);
  });
});

describe('in local development', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    exchange = await Exchange.pooled();
  });
  afterAll(() => exchange.stop());

  test.each([
    'http://127.0.0.1:8001/v1',
    'http://localhost:8002/v1',
    'http://[::1]:8003/v1',
    'https://127.0.0.1:8004/v1',
    'http://127.8.9.1:8005/v1',
    ...PUBLIC,
  ])('takes %s', async (endpoint_url) => {
    expect((await register(exchange, registration({ endpoint_url }))).status).toBe(200);
  });

  test.each([
    'http://seller.example.com/v1',
    'http://10.1.2.3/v1',
    'http://192.168.1.1/v1',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0:8000/v1',
    'http://seller.localhost/v1',
    'https://10.1.2.3/v1',
    ...MALFORMED,
  ])('refuses %s', async (endpoint_url) => {
    await expectRefused(exchange, endpoint_url);
  });

  test.each([
    ['no name', { name: undefined }, 'invalid_request', 'name'],
    ['no models', { supported_models: [] }, 'invalid_model', 'supported_models'],
    ['a bad model', { supported_models: ['a model'] }, 'invalid_model', 'supported_models'],
    ['an unknown region', { regions: ['mars'] }, 'invalid_region', 'regions[0]'],
    ['an empty key', { api_key: '' }, 'invalid_request', 'api_key'],
    ['a key that no header can carry', { api_key: 'sch\u00f6n' }, 'invalid_request', 'api_key'],
    ['a key of 513 characters', { api_key: 'k'.repeat(513) }, 'invalid_request', 'api_key'],
    ['an unknown field', { standing: 'Active' }, 'invalid_request', 'standing'],
  ])('names the field at fault: %s', async (_case, fields, code, param) => {
    const answer = await register(exchange, registration(fields));
    expect([answer.status, answer.body.code, answer.body.param]).toEqual([400, code, param]);
  });
});

async function expectRefused(exchange: Exchange, endpoint_url: string): Promise<void> {
  const answer = await register(exchange, registration({ endpoint_url }));
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_endpoint_url']);
}

let publicEndpoints = 0;
function publicEndpoint(): { endpoint_url: string } {
  publicEndpoints += 1;
  return { endpoint_url: `https://seller-${publicEndpoints}-${newKey()}.invalid/v1` };
}
