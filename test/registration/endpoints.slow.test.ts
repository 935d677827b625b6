/** Which endpoints and keys are taken: inside local development, and with an environment set. */
import { Exchange } from '../support/exchange';
import { newKey, register, registration } from './registering';

/** One of each kind: `api/endpoint-url.test.ts` has every spelling. */
const PRIVATE = ['https://localhost/v1', 'https://10.1.2.3/v1', 'https://[::ffff:7f00:1]/v1'];
const MALFORMED = ['', 'ftp://seller.example.com/v1', 'https://seller.example.com:22/v1'];

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

  test.each(['http://127.0.0.1:8001/v1', 'http://127.8.9.1:8005/v1', ...PUBLIC])(
    'takes %s',
    async (endpoint_url) => {
      expect((await register(exchange, registration({ endpoint_url }))).status).toBe(200);
    },
  );

  test.each(['http://seller.example.com/v1', 'http://10.1.2.3/v1', ...MALFORMED])(
    'refuses %s',
    async (endpoint_url) => {
      await expectRefused(exchange, endpoint_url);
    },
  );
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
