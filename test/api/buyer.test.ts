/** What a buyer reads beside the chat route: its account, and the models that can be bid for; and what no route is asked. */
import { Exchange, OWN_MODEL, type TestSeller, chatBody } from '../support/exchange';

const exchange = Exchange.pooledForFile();

const account = async (key: string) =>
  exchange.send('GET', '/market/v1/account', { headers: { authorization: `Bearer ${key}` } });

test('the account of a buyer: what was deposited, to the last unit', async () => {
  const { accountId, key } = await exchange.buyer('0', { price_ceiling: '0.0025' });
  expect((await account(key)).body).toMatchObject({ balance: '0', reserved: '0', available: '0' });
  for (const [reference, amount] of [
    ['a', '0.00000001'],
    ['b', '12.5'],
    ['a', '0.00000001'],
  ]) {
    await exchange.admin('POST', `/accounts/${accountId}/deposits`, { reference, amount });
  }
  const { status, body } = await account(key);
  expect(status).toBe(200);
  expect(body).toEqual({
    account_id: accountId,
    currency: 'USD',
    balance: '12.50000001',
    reserved: '0',
    available: '12.50000001',
    price_ceiling: '0.0025',
    reservations: [],
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});

test.each(['/v1', '/buyer/v1'])(
  'models at %s: the catalog, then what else is offered',
  async (at) => {
    const seller = await exchange.seller('normal', { models: ['house/own-model'] });
    await exchange.ask(seller, { price: '0.01', model: 'house/own-model' });
    const { status, body } = await exchange.send('GET', `${at}/models`);
    expect(status).toBe(200);
    expect(body.object).toBe('list');
    const ids = body.data.map((model: { id: string }) => model.id);
    expect(ids).toContain('llama-3.3-70b');
    expect(body.data.at(-1)).toMatchObject({
      id: 'house/own-model',
      object: 'model',
      context_window: null,
      created: expect.any(Number),
      owned_by: 'other',
    });
  },
);

test('the keys that verify dispatches are public', async () => {
  const { status, body } = await exchange.send('GET', '/.well-known/jwks.json');
  expect(status).toBe(200);
  expect(body.keys).toEqual([expect.objectContaining({ kty: 'OKP', crv: 'Ed25519' })]);
  expect(body.keys[0].d).toBeUndefined();
});

describe('a query name that the route does not know', () => {
  const model = encodeURIComponent(OWN_MODEL);
  let seller: TestSeller;
  let credentials: Record<string, string>;
  beforeAll(async () => {
    seller = await exchange.seller();
    const { key } = await exchange.buyer('0');
    credentials = { authorization: `Bearer ${key}`, 'x-seller-api-key': seller.apiKey };
  });
  const unknown = { status: 400, body: { code: 'invalid_request' } };

  test.each([
    ['/market/v1/markets?colour=red', 'colour'],
    [`/market/v1/markets/${model}/candles?interval=1m&depth=5`, 'depth'],
    [`/market/v1/markets/${model}/estimate?quantity=1&Region=any`, 'Region'],
    [`/market/v1/orderbook?model_id=${model}&model=${model}`, 'model'],
    ['/market/v1/sellers/SELLER/reputation?limit=5', 'limit'],
    ['/v1/models?limit=5', 'limit'],
    ['/buyer/v1/models?__proto__=1', '__proto__'],
    ['/market/v1/account?constructor=1', 'constructor'],
    ['/market/v1/orders?limit=5&statuss=open', 'statuss'],
    ['/market/v1/contracts?page=2', 'page'],
    ['/seller/v1/profile?verbose', 'verbose'],
    ['/seller/v1/trades?from=2026-01-01', 'from'],
    ['/market/v1/sellers/SELLER/asks?status=active', 'status'],
    ['/openapi.json?pretty=1', 'pretty'],
  ])('GET %s is 400', async (route, param) => {
    const path = route.replace('SELLER', seller.sellerId);
    const answer = await exchange.send('GET', path, { headers: credentials });
    expect(answer).toMatchObject(unknown);
    expect(answer.body.param ?? answer.body.error.param).toBe(param);
  });

  test('of a POST or DELETE is 400 too, behind the credential', async () => {
    const chat = (headers: Record<string, string>) =>
      exchange.send('POST', '/v1/chat/completions?api-version=1', { headers, body: chatBody({}) });
    expect((await chat({ authorization: 'Bearer wrong' })).status).toBe(401);
    const named = { body: { error: { param: 'api-version' } } };
    expect(await chat(credentials)).toMatchObject({ ...unknown, ...named });
    const cancelled = await exchange.send('DELETE', '/seller/v1/offers/none?now=1', {
      headers: credentials,
    });
    expect(cancelled).toMatchObject({ status: 400, body: { param: 'now' } });
  });
});
